import type { Profile } from "@deskhand/contract/account";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AvatarField } from "./avatar-field.tsx";
import { useSavedProfile } from "./use-saved-profile.ts";

/** One's own picture and name, as they are now: another tab or device may have changed them. */
export function ProfilePanel() {
  const { data, error, refetch } = useQuery(api.account.me.queryOptions({ refetchOnMount: "always" }));
  if (data === undefined) {
    return error === null ? <Skeleton className="h-40 w-full" /> : <FailureBanner error={error} onRetry={refetch} />;
  }
  const { user } = data;
  return (
    <div className="flex flex-col gap-6">
      <AvatarField user={user} />
      <NameForm user={user} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-line border-t pt-4">
        <dt className="text-soft">E-mail</dt>
        <dd className="break-anywhere">{shownAddress(user.email)}</dd>
        <dt className="text-soft">Role</dt>
        <dd className="first-letter:uppercase">{user.role}</dd>
      </dl>
    </div>
  );
}

/** Changes one's own name. A field that was not touched follows the name as it is. */
function NameForm({ user }: { user: Profile }) {
  const [typed, setTyped] = useState<string | null>(null);
  const saved = useSavedProfile();
  const field = useRef<HTMLInputElement>(null);
  const name = typed ?? user.name;
  const isEdited = name.trim() !== user.name;
  useUnsaved("name", isEdited);

  const save = useMutation(
    api.account.updateProfile.mutationOptions({
      ...failsOffline,
      async onSuccess(profile, sent) {
        await saved.show(profile, "Name saved");
        // What was typed since stays.
        setTyped((now) => (now === null || now.trim() === sent.name.trim() ? null : now));
      },
    }),
  );
  const form = useForm<"name">({
    save,
    send() {
      // Of a press of the button, which goes while nothing is left to save.
      field.current?.focus();
      if (!isEdited) return;
      saved.clear();
      save.mutate({ name });
    },
  });

  return (
    <form {...form.props} className="flex flex-col gap-3">
      <InputField
        label="Name"
        hint="Colleagues see it, and customers on every mail you send from now on."
        error={form.faults.name}
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
      <FailureBanner error={form.failure} />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" disabled={!isEdited} busy={save.isPending} busyText="Saving...">
          Save name
        </Button>
        {saved.sentence !== null && <span className="text-green text-sm">{saved.sentence}</span>}
      </div>
    </form>
  );
}
