import type { Profile } from "@deskhand/contract/account";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, refusalOf } from "../../../lib/failure.ts";
import { usePassing } from "./use-passing.ts";
import { useShowProfile } from "./use-show-profile.ts";

const UNREADABLE = "This file is no PNG, JPEG, WebP or GIF picture";

/** Opens a picture to be cut, uploads what was cut out, and removes the one there is. */
export function useAvatar() {
  const showProfile = useShowProfile();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [done, showDone] = usePassing();

  function close() {
    picture?.close();
    setPicture(null);
    setUnreadable(false);
  }

  const change = useMutation({
    mutationFn: (square: Blob | null) => (square === null ? removeAvatar() : uploadAvatar(square)),
    async onSuccess(profile, square) {
      await showProfile(profile);
      close();
      showDone(square === null ? "Picture removed" : "Picture saved");
    },
  });

  function start(square: Blob | null) {
    if (change.isPending) return;
    showDone(null);
    change.mutate(square);
  }

  const failure = change.error === null ? null : failureText(change.error);
  return {
    picture,
    isBusy: change.isPending,
    done,
    error: isUnreadable ? UNREADABLE : failure,
    clearError() {
      setUnreadable(false);
      change.reset();
    },
    async open(file: File) {
      close();
      change.reset();
      try {
        setPicture(await createImageBitmap(file));
      } catch {
        // The browser cannot show it: it is no picture, or one that is broken.
        setUnreadable(true);
      }
    },
    close,
    upload: (square: Blob) => start(square),
    remove: () => start(null),
  };
}

const address = "/api/account/avatar";

/** Makes these bytes one's own picture; rejects as the typed client does. */
function uploadAvatar(picture: Blob): Promise<Profile> {
  return send({ method: "POST", body: picture });
}

/** Removes one's own picture. */
function removeAvatar(): Promise<Profile> {
  return send({ method: "DELETE" });
}

async function send(request: RequestInit): Promise<Profile> {
  const response = await fetch(address, request);
  const body: unknown = await response.json().catch(() => null); // A proxy's error page: its status says enough.
  if (response.ok) return body as Profile;
  throw refusalOf(response.status, body);
}
