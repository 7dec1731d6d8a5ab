// The features of both-eras.mjs. They are the same in both eras: what they ask for is asked for by the SDK, as requests
// of the server in the legacy era, as results that want input in the modern one.
import {
  completable,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** How long lists hold in the modern era. */
const AN_HOUR_OR_A_CHANGE = { ttlMs: 3_600_000, cacheScope: 'private' };

const NOTES = 'notes://today';
const LOGO = 'notes://logo';

/** Tools, prompts and resources that were added later, by name. */
const additions = [];

const text = (value) => ({ content: [{ type: 'text', text: value }] });

const note = (uri, value) => ({ contents: [{ uri, mimeType: 'text/plain', text: value }] });

const starting = (values) => (value) => values.filter((one) => one.startsWith(value ?? ''));

const QUESTIONS = {
  user: () =>
    inputRequired.elicit({
      message: 'Who are you?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    }),
  page: () => inputRequired.elicitUrl({ message: 'Please log in.', url: 'https://example.com/login' }),
  model: () =>
    inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: 'Say something.' } }],
      systemPrompt: 'Be brief.',
      maxTokens: 100,
    }),
  roots: () => inputRequired.listRoots(),
};

const saidBy = (answer) => `${answer.result.model} said: ${answer.result.content.text}`;

const urisOf = (answer) => answer.roots.map((root) => root.uri).join(' ');

/** Asks, unless this is the call that brings the answer. */
function asking(question, then) {
  return (context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, question);
    return answer.kind === 'missing'
      ? inputRequired({ inputRequests: { [question]: QUESTIONS[question]() } })
      : then(answer);
  };
}

/** Asks the user and, in the next round, all others at once. Only its state says what the user has said. */
function askEverybody({ greeting }, context) {
  const state = context.mcpReq.requestState();
  const answers = context.mcpReq.inputResponses;
  if (answers === undefined) {
    return inputRequired({ inputRequests: { user: QUESTIONS.user() }, requestState: 'asked "nobody" yet\\' });
  }
  if (state === 'asked "nobody" yet\\') {
    const name = inputResponse(answers, 'user').content.name;
    return inputRequired({
      inputRequests: { model: QUESTIONS.model(), roots: QUESTIONS.roots() },
      requestState: JSON.stringify({ name }),
    });
  }
  const said = saidBy(inputResponse(answers, 'model'));
  return text(`${greeting} ${JSON.parse(state).name}, ${said}, ${urisOf(inputResponse(answers, 'roots'))}`);
}

async function count(context) {
  const progressToken = context.mcpReq._meta?.progressToken;
  for (let step = 1; progressToken !== undefined && step <= 3; step++) {
    await context.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: step, total: 3, message: `step ${step}` },
    });
  }
  return text('counted');
}

async function log(context) {
  for (const level of ['debug', 'warning', 'error']) {
    await context.mcpReq.log(level, `at level ${level.toUpperCase()}`, 'kitchen');
  }
  return text('logged');
}

/** Until the client gives up. */
function hang(received) {
  return (context) =>
    new Promise((resolve) => {
      context.mcpReq.signal.addEventListener('abort', () => {
        received.push('given up');
        resolve(text('given up'));
      });
    });
}

function changeEverything(world) {
  return ({ name }) => {
    additions.push(name);
    for (const server of world.lasting) {
      add(server, name);
      server.tell(NOTES);
    }
    for (const { notify } of world.handlers) {
      notify.toolsChanged();
      notify.promptsChanged();
      notify.resourcesChanged();
      notify.resourceUpdated(NOTES);
    }
    return text('changed');
  };
}

function add(server, name) {
  server.registerTool(name, {}, () => text('I am new.'));
  server.registerPrompt(name, {}, () => ({ messages: [] }));
  server.registerResource(name, `notes://${name}`, {}, (uri) => note(uri.href, 'new'));
}

/** In the modern era a server sends no requests. */
async function pingClient(context) {
  return text(`the client said ${JSON.stringify(await context.mcpReq.send({ method: 'ping' }))}`);
}

function addTools(server, world, received) {
  server.registerTool(
    'weather',
    {
      title: 'Weather',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ city: z.string(), celsius: z.number() }),
    },
    ({ city }) => ({ ...text('It is 12.5 degrees.'), structuredContent: { city, celsius: 12.5 } }),
  );
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) => text(message));
  server.registerTool('route', { inputSchema: ROUTE }, (goal, context) => text(route(goal, context)));
  server.registerTool('misrouted', { inputSchema: MISROUTED }, () => text('arrived all the same'));
  server.registerTool('count', {}, count);
  server.registerTool('log', {}, log);
  server.registerTool('hang', {}, hang(received));
  server.registerTool('fail', {}, () => ({ ...text('out of order'), isError: true }));
  server.registerTool('sample', {}, asking('model', (answer) => text(saidBy(answer))));
  server.registerTool(
    'elicit',
    {},
    asking('user', (answer) => text(`${answer.action.toUpperCase()} ${answer.content?.name}`)),
  );
  server.registerTool('send-to-page', {}, asking('page', (answer) => text(answer.action.toUpperCase())));
  server.registerTool('roots', {}, asking('roots', (answer) => text(urisOf(answer))));
  server.registerTool('ping-client', {}, pingClient);
  server.registerTool('ask-everybody', { inputSchema: z.object({ greeting: z.string() }) }, askEverybody);
  server.registerTool('change-everything', { inputSchema: z.object({ name: z.string() }) }, changeEverything(world));
  server.registerTool('received', {}, () => ({ ...text('See there.'), structuredContent: { methods: received } }));
}

const ROUTE = fromJsonSchema({
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    lanes: { type: 'integer', 'x-mcp-header': 'Lanes' },
    fast: { type: 'boolean', 'x-mcp-header': 'Fast' },
    remark: { type: 'string' },
  },
});

/** Numbers with fractions cannot be in headers. */
const MISROUTED = fromJsonSchema({
  type: 'object',
  properties: { distance: { type: 'number', 'x-mcp-header': 'Distance' } },
});

/** What the arguments are, and which headers came with them. The SDK has compared the two. */
function route(goal, context) {
  const headers = [...(context.http?.req?.headers ?? [])].filter(([name]) => name.startsWith('mcp-param-'));
  return JSON.stringify({ goal, headers: Object.fromEntries(headers) });
}

function addResources(server) {
  server.registerResource('Notes', NOTES, { mimeType: 'text/plain' }, () => note(NOTES, 'buy milk'));
  server.registerResource('Logo', LOGO, { mimeType: 'image/png', size: 3 }, () => ({
    contents: [{ uri: LOGO, mimeType: 'image/png', blob: Buffer.from('png').toString('base64') }],
  }));
  server.registerResource('Mine', 'notes://mine', {}, (uri, context) =>
    asking('user', (answer) => note(uri.href, `notes of ${answer.content?.name}`))(context),
  );
  const days = new ResourceTemplate('notes://day/{day}', {
    list: undefined,
    complete: { day: starting(['monday', 'tuesday']) },
  });
  server.registerResource('Notes of a day', days, {}, (uri) => note(uri.href, 'nothing'));
}

function addPrompts(server) {
  const argsSchema = z.object({ name: completable(z.string(), starting(['Ada', 'Alan', 'Grace'])) });
  const saying = (value) => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] });
  server.registerPrompt('greeting', { description: 'Greets somebody', argsSchema }, ({ name }) =>
    saying(`Hello ${name}`),
  );
  server.registerPrompt(
    'introduction',
    {},
    asking('user', (answer) => saying(`I am ${answer.content?.name}`)),
  );
}

/** Keeps who subscribed to what, which the SDK leaves to us in the legacy era and does itself in the modern one. */
function addSubscriptions(server, era) {
  const subscribed = new Set();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => (subscribed.add(params.uri), {}));
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => (subscribed.delete(params.uri), {}));
  server.tell = (uri) => {
    if (era === 'modern' || subscribed.has(uri)) {
      server.server.sendResourceUpdated({ uri });
    }
  };
}

/**
 * Returns what makes a server.
 * @param world what outlives it: receivedAt (the methods by address), lasting (servers) and handlers, which are both to
 * be told of changes
 */
export function featuresOf(world) {
  return ({ era, requestInfo }) => {
    const server = new McpServer(
      { name: 'both-eras', version: '2.4.0' },
      {
        instructions: 'Uses each feature once.',
        capabilities: {
          logging: {},
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
        },
        cacheHints: { 'tools/list': AN_HOUR_OR_A_CHANGE, 'resources/templates/list': AN_HOUR_OR_A_CHANGE },
      },
    );
    addTools(server, world, world.receivedAt(requestInfo?.url));
    addResources(server);
    addPrompts(server);
    addSubscriptions(server, era);
    additions.forEach((name) => add(server, name));
    return server;
  };
}
