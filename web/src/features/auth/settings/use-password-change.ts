import { useMutation } from "@tanstack/react-query";
import type { ChangeEvent } from "react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { retryDelay, retryPassing } from "../../../lib/failure.ts";
import { type PasswordFields, passwordFaults, serverFaults } from "./password-faults.ts";

const blank: PasswordFields = { current: "", new: "", repeated: "" };

function doneSentence(ended: number): string {
  const elsewhere =
    ended === 1 ? "You were signed out on one other device." : `You were signed out on ${ended} other devices.`;
  return ended === 0 ? "Password changed." : `Password changed. ${elsewhere}`;
}

/** The state of the form that changes one's own password. The passwords live as long as the form, and nowhere else. */
export function usePasswordChange() {
  const [fields, setFields] = useState(blank);
  const [own, setOwn] = useState<Partial<PasswordFields>>({});
  const change = useMutation({
    mutationFn: (input: { current: string; new: string }) => api.account.changePassword.call(input),
    networkMode: "always",
    // Asked again after its answer was lost, the server finds the password changed and says so.
    retry: (failures, error) => navigator.onLine && retryPassing(failures, error),
    retryDelay,
    onSuccess: () => setFields(blank),
  });
  const refused = serverFaults(change.error);
  const faults = { ...refused, ...own };

  return {
    isEdited: Object.values(fields).some((value) => value !== ""),
    isBusy: change.isPending,
    faults,
    /** What went wrong that is no field's fault. */
    error: Object.keys(refused).length > 0 ? null : change.error,
    done: change.data === undefined ? null : doneSentence(change.data.endedSessions),
    field: (name: keyof PasswordFields) => ({
      value: fields[name],
      readOnly: change.isPending,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        setFields({ ...fields, [name]: event.target.value });
        setOwn({});
        if (!change.isPending) change.reset();
      },
    }),
    /** Sends the change; answers the first field that is wrong already, or null. */
    submit(): keyof PasswordFields | null {
      if (change.isPending) return null;
      const found = passwordFaults(fields);
      setOwn(found);
      const first = (["current", "new", "repeated"] as const).find((name) => found[name] !== undefined);
      if (first !== undefined) return first;
      change.mutate({ current: fields.current, new: fields.new });
      return null;
    },
  };
}
