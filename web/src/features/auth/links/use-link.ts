import { useEffect, useState } from "react";
import { type LinkAbout, type LinkPurpose, lookAtLink } from "../../../lib/auth/auth.ts";
import type { AuthResult } from "../../../lib/auth/auth-call.ts";
import { UNEXPECTED } from "../../../lib/failure-words.ts";

const purposes: Record<string, LinkPurpose> = {
  "/confirm": "confirm",
  "/reset-password": "reset",
  "/invitation": "invite",
  "/change-email": "change-email",
};

/** Reads the purpose and token from the URL. The token is in the fragment, which no server receives. */
function linkInAddress(): { purpose: LinkPurpose; token: string } {
  return { purpose: purposes[location.pathname] ?? "confirm", token: location.hash.slice(1) };
}

/** Looks up what a link is about, or what is wrong with it; `lookAgain` retries. */
export function useLink() {
  const [link, setLink] = useState(linkInAddress);
  const [found, setFound] = useState<AuthResult<LinkAbout> | null>(null);
  const lookAgain = () => setLink(linkInAddress);
  useEffect(() => {
    // A second link opened in the same tab does not reload the page.
    addEventListener("hashchange", lookAgain);
    return () => removeEventListener("hashchange", lookAgain);
  });
  useEffect(() => {
    let current = true;
    setFound(null);
    void lookAtLink(link.purpose, link.token).then((result) => current && setFound(result));
    return () => {
      current = false;
    };
  }, [link]);
  return { ...link, found, lookAgain };
}

type Message = { kind: "error" | "success"; text: string };

/** The state of a page's form: busy, message, and `isDone` after success. */
export function useLinkForm() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const [isDone, setDone] = useState(false);

  async function submit(act: () => Promise<AuthResult>, done: () => void): Promise<void> {
    setBusy(true);
    setMessage(null);
    try {
      const result = await act();
      if (result.ok) {
        setDone(true);
        return done();
      }
      setMessage({ kind: "error", text: result.message });
    } catch (error) {
      console.error("Link error:", error);
      setMessage({ kind: "error", text: UNEXPECTED });
    }
    setBusy(false);
  }

  return { isBusy, isDone, message, submit };
}
