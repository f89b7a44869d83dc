import type { Profile } from "@deskhand/contract/account";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failureText, refusalOf } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { PictureButton } from "../../../ui/form/picture-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CropPicture } from "./crop-picture.tsx";

/** The user's picture and name, refetched because another tab or device may have changed them. */
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

/** Changes the user's name. An untouched field follows the current name. */
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
        // Text typed during the request stays.
        setTyped((now) => (now === null || now.trim() === sent.name.trim() ? null : now));
      },
    }),
  );
  const form = useForm<"name">({
    save,
    send() {
      // The pressed button disappears when nothing is left to save.
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

/** The user's picture: shown, replaced by a square of another one, or removed. */
function AvatarField({ user }: { user: Profile }) {
  const avatar = useAvatar();

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Avatar name={user.name} url={user.avatar} size="lg" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-2">
            <PictureButton
              label="Picture"
              accept="image/png,image/jpeg,image/webp,image/gif"
              disabled={avatar.isBusy}
              onPick={(picked) => void avatar.open(picked)}
            >
              {user.avatar === null ? "Upload picture" : "Change picture"}
            </PictureButton>
            {user.avatar !== null && (
              <Button
                variant="ghost"
                icon={<Trash2 size={15} aria-hidden />}
                disabled={avatar.isBusy}
                onClick={() => avatar.change(null)}
              >
                Remove
              </Button>
            )}
            {avatar.done !== null && <span className="text-green text-sm">{avatar.done}</span>}
          </div>
          <p className="text-soft text-xs">PNG, JPEG, WebP or GIF. You choose the part that is shown.</p>
        </div>
      </div>
      {avatar.error !== null && (
        <Banner kind="error" onDismiss={avatar.clearError}>
          {avatar.error}
        </Banner>
      )}
      {avatar.picture !== null && (
        <CropPicture picture={avatar.picture} isBusy={avatar.isBusy} onUse={avatar.change} onCancel={avatar.close} />
      )}
    </div>
  );
}

const UNREADABLE = "This file is no PNG, JPEG, WebP or GIF picture";

/** Opens a picture for cropping, uploads the square, and removes the current one. */
function useAvatar() {
  const saved = useSavedProfile();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);

  function close() {
    picture?.close();
    setPicture(null);
  }

  const change = useMutation({
    mutationFn: (square: Blob | null) =>
      send(square === null ? { method: "DELETE" } : { method: "POST", body: square }),
    async onSuccess(profile, square) {
      await saved.show(profile, square === null ? "Picture removed" : "Picture saved");
      close();
    },
  });

  function clearError() {
    setUnreadable(false);
    change.reset();
  }

  function start(square: Blob | null) {
    if (change.isPending) return;
    setUnreadable(false);
    saved.clear();
    change.mutate(square);
  }

  const failure = change.error === null ? null : failureText(change.error);
  return {
    picture,
    isBusy: change.isPending,
    done: saved.sentence,
    error: isUnreadable ? UNREADABLE : failure,
    clearError,
    async open(file: File) {
      close();
      clearError();
      try {
        setPicture(await createImageBitmap(file));
      } catch {
        // The browser cannot decode it: no picture, or a broken one.
        setUnreadable(true);
      }
    },
    close,
    /** Uploads a square; null removes the picture. */
    change: start,
  };
}

/** Uploads or removes the user's picture; rejects with the typed client's errors. */
async function send(request: RequestInit): Promise<Profile> {
  const response = await fetch("/api/account/avatar", request);
  const body: unknown = await response.json().catch(() => null); // A proxy's error page: its status says enough.
  if (response.ok) return body as Profile;
  throw refusalOf(response.status, body);
}

/** Shows the saved profile everywhere, with a confirmation for three seconds. */
function useSavedProfile() {
  const cache = useQueryClient();
  const queryKey = api.account.me.queryKey();
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    if (sentence === null) return;
    announce(sentence);
    const timer = setTimeout(() => setSentence(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [sentence]);

  return {
    sentence,
    clear: () => setSentence(null),
    async show(profile: Profile, sentence: string) {
      // An older response on its way would bring back the old profile.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (account) => account && { ...account, user: profile });
      setSentence(sentence);
    },
  };
}
