import type { Profile } from "@deskhand/contract/account";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { UNEXPECTED, UNREACHABLE } from "../../../lib/failure-words.ts";
import { leaveForLogin } from "../../../lib/login-address.ts";
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
    networkMode: "always",
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

  const failure = change.error instanceof TypeError ? UNREACHABLE : (change.error?.message ?? null);
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

/** Makes these bytes one's own picture; throws the sentence that says why not, or a TypeError without a connection. */
function uploadAvatar(picture: Blob): Promise<Profile> {
  return send({ method: "POST", body: picture });
}

/** Removes one's own picture. */
function removeAvatar(): Promise<Profile> {
  return send({ method: "DELETE" });
}

async function send(request: RequestInit): Promise<Profile> {
  const answer = await fetch(address, request);
  if (answer.status === 401) leaveForLogin();
  const body: unknown = await answer.json().catch(() => null); // A proxy's error page: its status says enough.
  if (answer.ok) return body as Profile;
  throw new Error(sentenceIn(body) ?? UNEXPECTED);
}

function sentenceIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return typeof body.message === "string" ? body.message : undefined;
}
