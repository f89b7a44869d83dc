import type { Profile } from "@deskhand/contract/account";
import { limits } from "@deskhand/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failureText, fieldFailures, retryDelay, retryPassing } from "../../../lib/failure.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { usePassing } from "./use-passing.ts";
import { useShowProfile } from "./use-show-profile.ts";

interface NameFormProps {
  user: Profile;
  onEdited: (isEdited: boolean) => void;
}

/** Changes one's own name. A field that was not touched follows the name as it is. */
export function NameForm({ user, onEdited }: NameFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, showSaved] = usePassing();
  const showProfile = useShowProfile();
  const field = useRef<HTMLInputElement>(null);
  const name = typed ?? user.name;
  const isEdited = name.trim() !== user.name;
  useEffect(() => onEdited(isEdited), [isEdited, onEdited]);

  const save = useMutation({
    mutationFn: (input: { name: string }) => api.account.updateProfile.call(input),
    networkMode: "always",
    // Setting a name twice is setting it once.
    retry: (failures, error) => navigator.onLine && retryPassing(failures, error),
    retryDelay,
    async onSuccess(profile, sent) {
      await showProfile(profile);
      // What was typed since stays.
      setTyped((now) => (now === null || now.trim() === sent.name.trim() ? null : now));
      showSaved("Name saved");
    },
  });
  const faults = fieldFailures(save.error).name;

  function submit(event: FormEvent) {
    event.preventDefault();
    field.current?.focus();
    if (save.isPending || !isEdited) return;
    showSaved(null);
    save.mutate({ name });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <Field
        label="Name"
        hint="Colleagues see it, and customers on every mail you send from now on."
        error={faults?.join(". ")}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            data-autofocus
            dir="auto"
            autoComplete="name"
            maxLength={limits.personNameLength}
            value={name}
            onChange={(event) => {
              setTyped(event.target.value);
              save.reset();
            }}
          />
        )}
      </Field>
      {save.error !== null && faults === undefined && <Banner kind="error">{failureText(save.error)}</Banner>}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" disabled={!isEdited} busy={save.isPending} busyText="Saving...">
          Save name
        </Button>
        {saved !== null && <span className="text-green text-sm">{saved}</span>}
      </div>
    </form>
  );
}
