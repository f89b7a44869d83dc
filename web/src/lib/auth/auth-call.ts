import { PASSING_STATUSES, UNREACHABLE } from "../failure-words.ts";

/** The outcome of a call to a sign-in endpoint; `status` is 0 if the server was not reached. */
export type AuthResult<T = unknown> =
  | { ok: true; data: T }
  | { ok: false; status: number; code: string; message: string };

const RETRY_AFTER_MS = [500, 1500];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Parses a response as JSON; empty for a proxy's error page, whose status says enough. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    // Not JSON.
    return {};
  }
}

/**
 * Posts to a sign-in endpoint, with two retries after a lost connection or during a restart. `sentenceIn` builds the
 * message from a refusal's code and data.
 */
export async function callAuth(
  path: string,
  body: object,
  sentenceIn: (refusal: Record<string, unknown>) => string,
): Promise<AuthResult<Record<string, unknown>>> {
  for (let attempt = 0; ; attempt++) {
    const wait = RETRY_AFTER_MS[attempt];
    try {
      const response = await fetch(`/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!PASSING_STATUSES.includes(response.status)) {
        const data = await readJson(response);
        if (response.ok) return { ok: true, data };
        const code = typeof data.code === "string" ? data.code : `HTTP_${response.status}`;
        return { ok: false, status: response.status, code, message: sentenceIn({ ...data, code }) };
      }
    } catch (error) {
      // A TypeError is a lost connection, which may come back; anything else is a bug.
      if (!(error instanceof TypeError)) throw error;
    }
    if (wait === undefined) return { ok: false, status: 0, code: "UNREACHABLE", message: UNREACHABLE };
    await pause(wait);
  }
}
