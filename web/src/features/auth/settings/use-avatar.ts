import type { Profile } from "@deskhand/contract/account";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, refusalOf } from "../../../lib/failure.ts";
import { useSavedProfile } from "./use-saved-profile.ts";

const UNREADABLE = "This file is no PNG, JPEG, WebP or GIF picture";

/** Opens a picture to be cut, uploads what was cut out, and removes the one there is. */
export function useAvatar() {
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
