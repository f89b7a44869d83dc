import { QuotingError } from "../error-code.ts";
import type { LanguageModelSettings } from "../settings.ts";

/** What a model is asked: `system` is ours, `text` is what it works on. Times in ms. */
export type Question = { system: string; text: string; maxOutputTokens: number; timeoutMs: number };

export type ModelFaultKind = "refused" | "slow" | "unreachable" | "unusable";

/** A language model gave no answer: `status` and `body` are what its endpoint said when it refused. */
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
  // Loaded with the first question: most servers never ask one.
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  const { url, model, apiKey } = settings;
  const provider = createOpenAICompatible({
    name: "deskhand",
    baseURL: url,
    ...(apiKey !== null && { apiKey }),
    // A customer's words go where the operator said, and nowhere that an answer points.
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
      // Whoever asked waits for it, and can ask again.
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
    // A good status with a body that holds no text.
    if (statusCode < 400) return new ModelFault("unusable", error.message);
    const body = readableBody(error.responseBody ?? "", apiKey);
    return new ModelFault("refused", `${statusCode} ${body}`, { status: statusCode, body });
  }
  return AISDKError.isInstance(error) ? new ModelFault("unusable", error.message) : error;
}

/** What a refusal says, short and without a key: some endpoints repeat it. */
function readableBody(body: string, apiKey: string | null): string {
  const said = messageIn(body) ?? body;
  const open = apiKey === null ? said : said.replaceAll(apiKey, "…");
  const line = open
    .replace(/\b(?:sk-|Bearer )[\w*.-]{6,}/gi, "…")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longestBody ? `${line.slice(0, longestBody)}…` : line;
}

/** The sentence in `{"error": {"message": …}}`, which most endpoints send. */
function messageIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || !("error" in parsed)) return null;
    const { error } = parsed;
    if (typeof error === "string") return error;
    return typeof error === "object" && error !== null && "message" in error ? String(error.message) : null;
  } catch {
    // A proxy's page, or nothing: shown as it is.
    return null;
  }
}
