import { StoreFault } from "./store-fault.ts";

/** A store's answer with its whole body. */
export type StoreAnswer = { status: number; headers: Headers; body: string };

/** 250 complete orders have 5 MB. */
const largestBody = 32 * 1024 * 1024;

/**
 * Posts to a store and returns its answer, whatever its status. Follows no redirects, as the request carries a token or
 * the app's secret. Rejects with a StoreFault unless the whole answer arrives within `timeoutMs`.
 */
export async function postToStore(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<StoreAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: timeout });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    if (timeout.aborted) throw new StoreFault("unreachable", `The store did not answer within ${timeoutMs / 1000} s`);
    throw new StoreFault("unreachable", "The store cannot be reached", null, { isProofOfNothing: neverLeft(error) });
  }
}

/** Errors that come before a connection stands, so that nothing was sent over it. */
const beforeConnecting = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function neverLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && beforeConnecting.has(String(cause.code));
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > largestBody)
      throw new StoreFault("unreadable", "The store's answer is larger than 32 MB", response.status);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
