import type { EmailSettingName, EmailSettings } from "@deskhand/contract/admin/email-setting-table";
import type { SavedEmailSettings } from "@deskhand/contract/admin/email-settings";
import { limits } from "@deskhand/contract/limits";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { type CallError, failureText, fieldFailures } from "../../../lib/failure.ts";

/** Unsaved edits, and the values they replace. */
type Edits = Partial<EmailSettings>;

/** The e-mail settings as a form: saved values, unsaved edits, and the outcome of saving and resetting. */
export function useEmailSettings(resetDone = "Email settings reset to defaults successfully!") {
  const cache = useQueryClient();
  const read = useQuery(api.emailSettings.read.queryOptions());
  const [edits, setEdits] = useState<Edits>({});
  const [valuesBefore, setValuesBefore] = useState<Edits>({});
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const saved = read.data?.settings;

  useEffect(() => {
    if (confirmation === null) return;
    const timer = setTimeout(() => setConfirmation(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [confirmation]);

  function take(settings: SavedEmailSettings, sentence: string) {
    cache.setQueryData(api.emailSettings.read.queryKey(), settings);
    setConfirmation(sentence);
  }

  const save = useMutation(
    api.emailSettings.save.mutationOptions({
      onMutate: () => setConfirmation(null),
      onSuccess(settings, { expected: _, ...sent }) {
        take(settings, "Email settings saved successfully!");
        // Edits made during the request stay unsaved.
        setEdits((now) => without(now, (name) => Object.hasOwn(sent, name) && sent[name] === now[name]));
        setValuesBefore({});
      },
      onError: () => void cache.invalidateQueries({ queryKey: api.emailSettings.read.key() }),
    }),
  );
  const reset = useMutation(
    api.emailSettings.reset.mutationOptions({
      onMutate: () => setConfirmation(null),
      onSuccess(settings) {
        take(settings, resetDone);
        setEdits({});
        setValuesBefore({});
        save.reset();
      },
    }),
  );

  function edit(part: Edits) {
    if (saved === undefined) return;
    setValuesBefore((known) => ({ ...pick(saved, part), ...known }));
    const merged = { ...edits, ...part };
    setEdits(without(merged, (name) => merged[name] === saved[name]));
    if (save.error !== null && !save.isPending) save.reset();
  }

  const conflict = conflictIn(save.error);
  return {
    read,
    done: confirmation,
    setDone: setConfirmation,
    /** As the form shows them. */
    settings: saved && { ...saved, ...edits },
    isDirty: Object.keys(edits).length > 0,
    edit,
    save,
    /** Sends the changes with the values they replace, unless conflicts are to be overwritten. */
    send(overwrites = false) {
      if (save.isPending || reset.isPending) return;
      save.mutate({ ...edits, expected: overwrites ? {} : pick(valuesBefore, edits) });
    },
    reset,
    /** What somebody else changed meanwhile, or null. */
    conflict,
    /** Discards the edits that conflict with somebody else's. */
    takeTheirs() {
      setEdits(without(edits, (name) => conflict?.includes(name) ?? false));
      setValuesBefore(without(valuesBefore, (name) => conflict?.includes(name) ?? false));
      save.reset();
    },
    /** The errors in the form's order. */
    faults: Object.values(fieldFailures(save.error)).flat(),
    failure: save.error === null || conflict !== null ? null : saveFailure(save.error),
  };
}

function saveFailure(error: CallError): string | null {
  if (Object.keys(fieldFailures(error)).length > 0) return null;
  return isDefinedError(error) ? failureText(error) : "Failed to save email settings";
}

function conflictIn(error: CallError | null): readonly string[] | null {
  return isDefinedError(error) && error.code === "email_settings_changed_meanwhile" ? error.data.fields : null;
}

/** Picks those values of `from` whose names are in `names`. */
function pick(from: Edits, names: Edits): Edits {
  return Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(names, name)));
}

function without(edits: Edits, isGone: (name: EmailSettingName) => boolean): Edits {
  const names = Object.keys(edits) as EmailSettingName[];
  return Object.fromEntries(names.filter((name) => !isGone(name)).map((name) => [name, edits[name]]));
}
