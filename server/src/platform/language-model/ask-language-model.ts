import { QuotingError } from "../error-code.ts";
import type { LanguageModelSettings } from "../settings.ts";

/** A question to the model: `system` is our prompt, `text` the text to work on. Times in ms. */
export type Question = { system: string; text: string; maxOutputTokens: number; timeoutMs: number };

export type ModelFaultKind = "refused" | "slow" | "unreachable" | "unusable";

/** No usable answer of a language model; `status` and `body` are its endpoint's if it refused. */
export class ModelFault extends QuotingError {
  override readonly name = "ModelFault";
  readonly kind: ModelFaultKind;
  readonly status: number | null;
  readonly body: string;

  constructor(kind: ModelFaultKind, message: string, refusal: { status: number; body: string } | null = null) {
    super(message);
    this.kind = kind;
    this.status = refusal?.status ?? null;
    this.body = refusal?.body ?? "";
  }
}

const longestBody = 200;

/** Asks an OpenAI-compatible endpoint once and returns the text. Rejects with a ModelFault. */
export async function askLanguageModel(settings: LanguageModelSettings, question: Question): Promise<string> {
  // Loaded with the first question, as most servers never ask one.
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  const { url, model, apiKey } = settings;
  const provider = createOpenAICompatible({
    name: "deskhand",
    baseURL: url,
    ...(apiKey !== null && { apiKey }),
    // Follows no redirects: customers' text goes only where the operator configured.
    fetch: (input, init) => fetch(input, { ...init, redirect: "error" }),
  });
  const { system, text, maxOutputTokens, timeoutMs } = question;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await generateText({
      model: provider.chatModel(model),
      system,
      prompt: text,
      temperature: 0.2,
      maxOutputTokens,
      // The caller is waiting and can retry.
      maxRetries: 0,
      abortSignal: timeout,
    });
    if (answer.finishReason !== "stop")
      throw new ModelFault("unusable", `The answer ended with ${answer.finishReason}`);
    return answer.text;
  } catch (error) {
    if (timeout.aborted) throw new ModelFault("slow", `No answer within ${timeoutMs} ms`);
    throw await faultOf(error, apiKey);
  }
}

async function faultOf(error: unknown, apiKey: string | null): Promise<unknown> {
  const { APICallError, AISDKError } = await import("ai");
  if (APICallError.isInstance(error)) {
    const { statusCode } = error;
    if (statusCode === undefined) return new ModelFault("unreachable", error.message);
    // Success without a text.
    if (statusCode < 400) return new ModelFault("unusable", error.message);
    const body = readableBody(error.responseBody ?? "", apiKey);
    return new ModelFault("refused", `${statusCode} ${body}`, { status: statusCode, body });
  }
  return AISDKError.isInstance(error) ? new ModelFault("unusable", error.message) : error;
}

/** Shortens a refusal and removes keys, which some endpoints repeat. */
function readableBody(body: string, apiKey: string | null): string {
  const message = messageIn(body) ?? body;
  const withoutKey = apiKey === null ? message : message.replaceAll(apiKey, "…");
  const line = withoutKey
    .replace(/\b(?:sk-|Bearer )[\w*.-]{6,}/gi, "…")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longestBody ? `${line.slice(0, longestBody)}…` : line;
}

/** Returns the message in `{"error": {"message": …}}`, which most endpoints send. */
function messageIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || !("error" in parsed)) return null;
    const { error } = parsed;
    if (typeof error === "string") return error;
    return typeof error === "object" && error !== null && "message" in error ? String(error.message) : null;
  } catch {
    // A proxy's page or nothing, shown as it is.
    return null;
  }
}
