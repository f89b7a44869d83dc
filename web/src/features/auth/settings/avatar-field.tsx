import type { Profile } from "@deskhand/contract/account";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText, refusalOf } from "../../../lib/failure.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { PictureButton } from "../../../ui/form/picture-button.tsx";
import { CropPicture } from "./crop-picture.tsx";
import { useSavedProfile } from "./use-saved-profile.ts";

/** One's own picture: shown, replaced by a square out of another one, or removed. */
export function AvatarField({ user }: { user: Profile }) {
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

/** Opens a picture to be cut, uploads what was cut out, and removes the one there is. */
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
        // The browser cannot show it: it is no picture, or one that is broken.
        setUnreadable(true);
      }
    },
    close,
    /** Uploads a square, or with null removes the picture. */
    change: start,
  };
}

/** Makes bytes one's own picture, or removes the one there is; rejects as the typed client does. */
async function send(request: RequestInit): Promise<Profile> {
  const response = await fetch("/api/account/avatar", request);
  const body: unknown = await response.json().catch(() => null); // A proxy's error page: its status says enough.
  if (response.ok) return body as Profile;
  throw refusalOf(response.status, body);
}
