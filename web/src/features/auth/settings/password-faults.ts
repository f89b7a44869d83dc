import { isDefinedError } from "@orpc/client";
import type { CallError } from "../../../lib/failure.ts";
import { namedFaults } from "../../../screens/use-form.ts";

export interface PasswordFields {
  current: string;
  new: string;
  repeated: string;
}

/** What the form itself finds wrong before it asks: what was left out, and a password that was typed in two ways. */
export function passwordFaults(fields: PasswordFields): Partial<PasswordFields> {
  return {
    ...(fields.current === "" && { current: "Enter your current password" }),
    ...(fields.new === "" && { new: "Enter a new password" }),
    ...(fields.new !== fields.repeated && { repeated: "This is not the same as the new password" }),
  };
}

/** What the server found wrong, by field. */
export function serverFaults(error: CallError | null): Partial<PasswordFields> {
  if (isDefinedError(error) && error.code === "weak_password") {
    return { new: error.data.reasons.map((reason) => `${reason}.`).join(" ") };
  }
  return namedFaults(error);
}
