import type { Profile } from "@deskhand/contract/account";
import { limits } from "@deskhand/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failureText } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { usePassing } from "./use-passing.ts";
import { useShowProfile } from "./use-show-profile.ts";

/** Changes one's own name. A field that was not touched follows the name as it is. */
export function NameForm({ user }: { user: Profile }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, showSaved] = usePassing();
  const showProfile = useShowProfile();
  const field = useRef<HTMLInputElement>(null);
  const name = typed ?? user.name;
  const isEdited = name.trim() !== user.name;
  useUnsaved("name", isEdited);

  const save = useMutation(
    api.account.updateProfile.mutationOptions({
      ...failsOffline,
      async onSuccess(profile, sent) {
        await showProfile(profile);
        // What was typed since stays.
        setTyped((now) => (now === null || now.trim() === sent.name.trim() ? null : now));
        showSaved("Name saved");
      },
    }),
  );
  const form = useForm<"name">({
    save,
    send() {
      // Of a press of the button, which goes while nothing is left to save.
      field.current?.focus();
      if (!isEdited) return;
      showSaved(null);
      save.mutate({ name });
    },
  });

  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field
        label="Name"
        hint="Colleagues see it, and customers on every mail you send from now on."
        error={form.faults.name}
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
              form.edited();
            }}
          />
        )}
      </Field>
      {form.failure !== null && <Banner kind="error">{failureText(form.failure)}</Banner>}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" disabled={!isEdited} busy={save.isPending} busyText="Saving...">
          Save name
        </Button>
        {saved !== null && <span className="text-green text-sm">{saved}</span>}
      </div>
    </form>
  );
}
