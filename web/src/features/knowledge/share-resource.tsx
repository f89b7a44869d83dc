import type { Resource } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { Link2, Lock } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "../../ui/announcer.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { showToast } from "../../ui/overlay/show-toast.ts";

type Shared = Pick<Resource, "id" | "title" | "isPublic">;

/** Shares a resource by its link. Render `dialog` for the question and for a link that the browser did not copy. */
export function useShareResource() {
  const link = useCopyLink();
  const url = link.last?.isCopied === false ? link.last.url : null;
  const [shared, setShared] = useState<Shared | null>(null);
  const [confirming, setConfirming] = useState<Shared | null>(null);

  function copy(resource: Shared) {
    setShared(resource);
    void link.copy(`${location.origin}/knowledge/${resource.id}`, () =>
      showToast({
        id: "resource-shared",
        icon: <Link2 size={16} aria-hidden />,
        title: "Resource link copied to clipboard!",
        message: resource.isPublic ? undefined : "This resource is private: the link opens for your team only.",
      }),
    );
  }

  return {
    share: (resource: Shared) => (resource.isPublic ? copy(resource) : setConfirming(resource)),
    dialog: confirming ? (
      <PrivateQuestion
        title={confirming.title}
        kind="link"
        onConfirm={() => copy(confirming)}
        onClose={() => setConfirming(null)}
      />
    ) : url !== null && shared !== null ? (
      <Dialog
        size="sm"
        title="Share Resource"
        onClose={link.dismiss}
        footer={
          <>
            <Button onClick={link.dismiss}>Close</Button>
            <Button variant="primary" onClick={() => copy(shared)}>
              Try again
            </Button>
          </>
        }
      >
        <LinkByHand url={url} title="Failed to copy link. Please try again." />
      </Dialog>
    ) : null,
  };
}

interface PrivateQuestionProps {
  /** The title of an internal resource. */
  title: string;
  /** The intended action. */
  kind: keyof typeof questions;
  onConfirm: () => void;
  onClose: () => void;
}

const questions = {
  attach: { text: "Private: the customer will read it.", confirmText: "Attach to Reply" },
  link: { text: "Private: customers cannot open this link.", confirmText: "Copy Link" },
};

/** Asks before an internal resource goes to a customer, or a link is copied that only the team can open. */
export function PrivateQuestion({ title, kind, onConfirm, onClose }: PrivateQuestionProps) {
  const { text, confirmText } = questions[kind];
  return (
    <Dialog
      size="sm"
      title={<bdi>{title}</bdi>}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-2">
        <Lock size={15} aria-hidden className="shrink-0 text-amber" />
        {text}
      </p>
    </Dialog>
  );
}

export const COPIED = "Link copied to clipboard!";

/** Copies links to the clipboard and reports the result. */
export function useCopyLink() {
  const [last, setLast] = useState<{ url: string; isCopied: boolean } | null>(null);

  useEffect(() => {
    if (!last?.isCopied) return;
    const timer = setTimeout(() => setLast(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [last]);

  return {
    /** The last link: shown briefly if it was copied, else until dismissed. */
    last,
    dismiss: () => setLast(null),
    /** `say` confirms the copy, by default to screen readers only. */
    async copy(url: string, say = () => announce(COPIED)) {
      try {
        await navigator.clipboard.writeText(url);
        setLast({ url, isCopied: true });
        say();
      } catch {
        // Denied by the browser, or unavailable without HTTPS: the user can copy it by hand.
        setLast({ url, isCopied: false });
      }
    },
  };
}

interface LinkByHandProps {
  url: string;
  title?: string;
  onDismiss?: () => void;
}

/** A link that could not be copied to the clipboard, shown for copying by hand. */
export function LinkByHand({ url, title = "The link could not be copied", onDismiss }: LinkByHandProps) {
  return (
    <Banner kind="error" title={title} onDismiss={onDismiss}>
      <p className="mb-1.5">The browser does not let this page use the clipboard. Copy it from here:</p>
      <Input
        readOnly
        aria-label="Link"
        value={url}
        ref={(field) => {
          field?.focus();
          field?.select();
        }}
        onFocus={({ target }) => target.select()}
      />
    </Banner>
  );
}
