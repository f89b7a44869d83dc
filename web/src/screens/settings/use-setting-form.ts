import { isDefinedError } from "@orpc/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useForm } from "../use-form.ts";
import type { FormProps } from "./settings-screen.tsx";

/** What a form has to know of a setting; `version` counts its changes, and is absent where the last one counts. */
interface Versioned {
  id: string;
  version?: number;
  isOn?: boolean;
}

interface SettingFormOptions<Item extends Versioned, Draft> extends FormProps<Item> {
  /** What the codes of its errors begin with: "rule" of "rule_not_found". */
  kind: "rule" | "policy" | "calendar" | "team" | "webhook" | "api_key" | "mailbox";
  /** What its form says, or that of a new one. */
  draftOf: (item?: Item) => Draft;
  /** What is typed so that nothing can read it, by field; the rest is the server's to refuse. */
  check?: (draft: Draft) => Partial<Record<string, string>>;
  create: (draft: Draft, more: { isOn: boolean; idempotencyKey: string }) => Promise<unknown>;
  update: (draft: Draft, target: { id: string; expectedVersion: number }) => Promise<Versioned>;
  /** Absent where it has no switch. */
  turn?: (id: string, isOn: boolean) => Promise<unknown>;
  /** Whether a new one is switched on. */
  isOnFirst?: boolean;
}

type Saving<Item> = { isOn: boolean; over?: Item; asNew?: true };

/** The form of a setting: what is typed, whether that is saved, what is wrong with it, and what a colleague made of it meanwhile. */
export function useSettingForm<Item extends Versioned, Draft extends object>(options: SettingFormOptions<Item, Draft>) {
  const { kind, item, current, draftOf, isOnFirst = false, onClose, onSettled } = options;
  const [draft, setDraft] = useState(() => draftOf(item));
  const [before, setBefore] = useState({ draft, version: item?.version ?? 0 });
  const [idempotencyKey] = useState(newKey);
  const save = useMutation({
    ...failsOffline,
    async mutationFn({ isOn, over, asNew }: Saving<Item>) {
      if (item === undefined || asNew) return void (await options.create(draft, { isOn, idempotencyKey }));
      const saved = await options.update(draft, { id: item.id, expectedVersion: over?.version ?? before.version });
      // If switching it on fails, saving again is of this version.
      setBefore({ draft, version: saved.version ?? 0 });
      if (isOn && !saved.isOn) await options.turn?.(item.id, isOn);
    },
    onSuccess: onClose,
    onSettled,
  });
  const wanted = save.variables?.isOn ?? item?.isOn ?? isOnFirst;
  const form = useForm<string>({
    check: () => options.check?.(draft) ?? {},
    save,
    send: () => save.mutate({ isOn: item?.isOn ?? isOnFirst }),
  });
  const refusal = isDefinedError(save.error) ? save.error.code : null;

  return {
    draft,
    /** Changes when the form is begun anew with what a colleague made of it. */
    version: before.version,
    isUnsaved: wordsOf(draft) !== wordsOf(before.draft),
    change(changed: Partial<Draft>) {
      setDraft((draft) => ({ ...draft, ...changed }));
      form.edited();
    },
    /** Saves it, and switches it on or leaves it as it is. */
    submit: form.submit,
    saveAndTurnOn: () => save.mutate({ isOn: true }),
    isSaving: save.isPending,
    onClose,
    props: form.props,
    /** What is wrong with a field, or with a part of it. */
    faultOf: (path: string) => faultAt(form.faults, path),
    /** Why it was not saved, where that is of no field and no conflict. */
    failure: refusal === `${kind}_changed_meanwhile` ? null : form.failure,
    /** Saves it anew where it was deleted meanwhile. */
    saveAsNew: refusal === `${kind}_not_found` ? () => save.mutate({ isOn: wanted, asNew: true }) : null,
    /** Set where a colleague changed it meanwhile; `theirs` is undefined until it was read again. */
    conflict: refusal === `${kind}_changed_meanwhile` && {
      title: save.error?.message ?? "",
      theirs: (current?.version ?? 0) > before.version ? current : undefined,
      take(theirs: Item) {
        const draft = draftOf(theirs);
        setDraft(draft);
        setBefore({ draft, version: theirs.version ?? 0 });
        save.reset();
      },
      overwrite: (theirs: Item) => save.mutate({ isOn: wanted, over: theirs }),
    },
    reset: save.reset,
  };
}

/** The form of a setting, whatever it says. */
export type SettingForm<Item> = Omit<ReturnType<typeof useSettingForm<Item & Versioned, object>>, "draft" | "change">;

/** Returns what is wrong with a field or with a part of it, of faults by path. */
export function faultAt(faults: Partial<Record<string, string>>, path: string): string | undefined {
  return Object.entries(faults).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
}

/** What a form says; the keys of its parts say nothing. */
function wordsOf(draft: object): string {
  return JSON.stringify(draft, (name, value) => (name === "key" ? undefined : value));
}
