import * as z from "zod";
import { fail } from "../../platform/fail.ts";

const refusal = z.object({ code: z.literal("VALIDATION_ERROR"), message: z.string() });

/** Fails as any other endpoint does where the sign-in library refused its input, which it says in a form of its own. */
export async function refuseInput(response: Response): Promise<void> {
  if (response.status !== 400) return;
  const { data } = refusal.safeParse(await response.clone().json());
  if (data) throw fail("input_invalid", { fields: fieldsIn(data.message) });
}

/** By field what is wrong, of "[body.email] Email is required; [body] …". */
function fieldsIn(message: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const part of message.split(/; (?=\[(?:body|query))/)) {
    const [, name = "", sentence = part] = /^\[(?:body|query)\.?([^\]]{0,200})\] (.*)$/s.exec(part) ?? [];
    fields[name] = [...(fields[name] ?? []), sentence];
  }
  return fields;
}
