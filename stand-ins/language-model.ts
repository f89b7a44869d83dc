import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

// node stand-ins/language-model.ts [PORT]: an OpenAI-compatible endpoint without a model. A Deskhand polishes with it by
// POLISH_URL=http://localhost:PORT/v1 and POLISH_MODEL=careful; the other names below make it fail.

/** A request: the header with the key, and the two messages. */
export type Asked = { authorization: string | undefined; system: string; text: string };

export type LanguageModelStandIn = { url: string; asked: Asked[]; close(): Promise<void> };

type Reply = { status?: number; location?: string; body: string };

/** Its behaviour, by the name of the requested model. */
const models: Record<string, (asked: Asked) => Reply | null> = {
  careful: ({ text }) => answer(improve(text)),
  unauthorized: ({ authorization }) =>
    refusal(401, `Incorrect API key provided: ${authorization?.replace("Bearer ", "")}.`),
  overloaded: () => refusal(429, "Rate limit reached"),
  broken: () => ({ status: 500, body: "<html>\n<h1>Internal Server Error</h1>\n</html>" }),
  silent: () => null,
  garbled: () => ({ body: "this is no JSON" }),
  forgetful: ({ text }) => answer(improve(text).replace(/⟦\d+⟧/, "")),
  confused: ({ text }) => answer(improve(text).replace(/⟦(\d+)⟧/g, (_, number) => `⟦${Number(number) === 1 ? 2 : 1}⟧`)),
  inventive: ({ text }) => answer(`${improve(text)} See https://scam.example for more.`),
  promising: ({ text }) => answer(`${improve(text)} You get 50 back.`),
  talkative: ({ text }) => answer(`${improve(text)} ${"And one more thing. ".repeat(100)}`),
  mute: () => answer(""),
  pointing: () => ({ status: 307, location: "/v1/elsewhere", body: "" }),
  breathless: ({ text }) => answer(improve(text), "length"),
};

/** Starts the stand-in on a port, 0 for a free one. */
export async function startLanguageModel(port = 0): Promise<LanguageModelStandIn> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => void respond(request, response, asked));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, asked: Asked[]): Promise<void> {
  if (request.url === "/v1/elsewhere") asked.push({ authorization: undefined, system: "", text: "elsewhere" });
  if (request.method !== "POST" || request.url !== "/v1/chat/completions") return void response.writeHead(404).end();
  const { model, messages } = JSON.parse(await text(request)) as { model: string; messages: Message[] };
  const said = (role: string) => messages.find((message) => message.role === role)?.content ?? "";
  const question = { authorization: request.headers.authorization, system: said("system"), text: said("user") };
  asked.push(question);
  const behave = models[model] ?? (() => refusal(404, `The model ${model} does not exist`));
  const reply = behave(question);
  if (!reply) return;
  const { status = 200, location, body } = reply;
  response.writeHead(status, { "content-type": "application/json", ...(location && { location }) }).end(body);
}

type Message = { role: string; content: string };

/** Makes a few corrections and one word warmer. */
function improve(message: string): string {
  return message
    .replaceAll("teh", "the")
    .replaceAll("dont", "do not")
    .replace(/\bi\b/g, "I")
    .replace(/^./u, (first) => first.toUpperCase());
}

function answer(content: string, finishReason = "stop"): Reply {
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: finishReason };
  return {
    body: JSON.stringify({ id: "1", object: "chat.completion", created: 0, model: "careful", choices: [choice] }),
  };
}

function refusal(status: number, message: string): Reply {
  return { status, body: JSON.stringify({ error: { message, type: "stand_in" } }) };
}

if (import.meta.main) console.log(`Language model at ${(await startLanguageModel(Number(process.argv[2] ?? 0))).url}`);
