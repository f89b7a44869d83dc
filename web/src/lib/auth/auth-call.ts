import { PASSING_STATUSES, UNREACHABLE } from "../failure-words.ts";

/** What came of a call to the sign-in endpoints; `status` is 0 when the server was not reached. */
export type AuthResult<T = unknown> =
  | { ok: true; data: T }
  | { ok: false; status: number; code: string; message: string };

const RETRY_AFTER_MS = [500, 1500];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a server answered as JSON; nothing of a proxy's error page, whose status says enough. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    // Not JSON: see above.
    return {};
  }
}

/**
 * Posts to a sign-in endpoint; what the network or a restarting server lost is tried twice more. `sentenceIn` makes the
 * message out of a refusal's code and data.
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
      // A TypeError is a lost connection, which may come back; anything else is a fault of this program.
      if (!(error instanceof TypeError)) throw error;
    }
    if (wait === undefined) return { ok: false, status: 0, code: "UNREACHABLE", message: UNREACHABLE };
    await pause(wait);
  }
}
