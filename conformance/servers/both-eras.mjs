// A server of the TypeScript SDK that uses each of its features once, in either era.
//
//   node both-eras.mjs stdio <eras>   eras: legacy, modern or both
//   PORT=n node both-eras.mjs http    every choice at once, each at a path of its own: /legacy, /modern, /both,
//                                     and /stateless, what the SDK makes of the legacy era when left to itself; the
//                                     query is free, to tell who asks. /changing is of the era that was last set with
//                                     a PUT of /changing/legacy or /changing/modern
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { featuresOf } from './features.mjs';

/** Methods of all messages, in order, by the address that they came to; stdio has none. */
const received = new Map();

function receivedAt(address) {
  if (!received.has(address)) {
    received.set(address, []);
  }
  return received.get(address);
}

/** How changes reach those who listen. Servers of the legacy era and of stdio last as long as their client. */
const lasting = new Set();
const handlers = [];

const features = featuresOf({ receivedAt, lasting, handlers });

function lastingServer(context) {
  const server = features(context);
  lasting.add(server);
  return server;
}

function note(address, message) {
  receivedAt(address).push(message.method ?? 'response');
}

function overStdio(eras) {
  createInterface({ input: process.stdin }).on('line', (line) => note(undefined, JSON.parse(line)));
  if (eras === 'legacy') {
    return lastingServer({ era: 'legacy' }).connect(new StdioServerTransport());
  }
  return serveStdio(lastingServer, { legacy: eras === 'both' ? 'serve' : 'reject' });
}

/** The legacy era with sessions, which a server has to see to itself. */
function sessions() {
  const transports = new Map();
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      return transports.get(id)?.handleRequest(request) ?? new Response(null, { status: 404 });
    }
    const server = features({ era: 'legacy', requestInfo: request });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => {
        transports.set(session, transport);
        lasting.add(server);
      },
      onsessionclosed: (session) => {
        transports.delete(session);
        lasting.delete(server);
      },
    });
    await server.connect(transport);
    return transport.handleRequest(request);
  };
}

function handlerOf(legacy) {
  const handler = createMcpHandler(features, { legacy });
  handlers.push(handler);
  return handler.fetch;
}

function overHttp(port) {
  const legacy = sessions();
  const modern = handlerOf('reject');
  let changing = legacy;
  const change = (era) => () => {
    changing = era;
    return new Response(null, { status: 204 });
  };
  const paths = {
    '/legacy': legacy,
    '/modern': modern,
    '/both': async (request) => ((await isLegacyRequest(request)) ? legacy(request) : modern(request)),
    '/stateless': handlerOf('stateless'),
    '/changing': (request) => changing(request),
    '/changing/legacy': change(legacy),
    '/changing/modern': change(modern),
  };
  const fetch = async (request) => {
    if (request.method === 'POST') {
      note(request.url, await request.clone().json());
    }
    const answer = paths[new URL(request.url).pathname];
    return answer === undefined ? new Response(null, { status: 404 }) : answer(request);
  };
  createServer(toNodeHandler({ fetch })).listen(port, () => console.log(`listening on port ${port}`));
}

const [transport, eras] = process.argv.slice(2);
if (transport === 'stdio') {
  overStdio(eras);
} else {
  overHttp(Number(process.env.PORT));
}
