// Preloaded into servers that would listen on every address of this machine: they are for the tests alone.
const { Server } = require('node:net');

const listen = Server.prototype.listen;

Server.prototype.listen = function (port, ...rest) {
  const host = typeof port === 'object' ? { ...port, host: '127.0.0.1' } : { port, host: '127.0.0.1' };
  return listen.call(this, host, ...rest.filter((argument) => typeof argument === 'function'));
};
