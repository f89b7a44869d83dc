import { type ReactNode, useState } from "react";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { FailureBanner } from "../failure-banner.tsx";
import { LeaveQuestion, questionOf, useUnsaved } from "../leave-guard.tsx";
import type { SettingForm } from "./use-setting-form.ts";

interface SettingDialogProps<Item> {
  form: SettingForm<Item>;
  /** What it is called: "rule", "working hours". */
  one: string;
  title: string;
  size?: "sm" | "md" | "lg";
  saveLabel?: string;
  /** The buttons, in place of "Cancel" and the one that saves. */
  footer?: ReactNode;
  /** What a colleague made of it, in words; absent where its fields say enough. */
  renderTheirs?: (theirs: Item) => ReactNode;
  children: ReactNode;
}

/** The dialog of a setting: asks before it drops what was entered, and says why something was not saved. */
export function SettingDialog<Item extends { name: string; changedBy?: string | null }>({
  form,
  one,
  title,
  size = "md",
  saveLabel = "Save",
  footer,
  renderTheirs,
  children,
}: SettingDialogProps<Item>) {
  const [isAsking, setAsking] = useState(false);
  const { conflict, saveAsNew } = form;
  useUnsaved(one, form.isUnsaved);
  const close = () => (form.isUnsaved ? setAsking(true) : form.onClose());

  return (
    <Dialog
      size={size}
      title={title}
      onClose={close}
      footer={
        footer ?? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" busy={form.isSaving} busyText="Saving..." onClick={form.submit}>
              {saveLabel}
            </Button>
          </>
        )
      }
    >
      <form {...form.props} className="flex flex-col gap-5">
        {conflict && <Conflict conflict={conflict} renderTheirs={renderTheirs} />}
        <FailureBanner
          error={form.failure}
          title={`The ${one} ${one.endsWith("s") ? "were" : "was"} not saved`}
          action={saveAsNew !== null && <BannerButton onClick={saveAsNew}>Save as new</BannerButton>}
          onDismiss={form.reset}
        />
        {children}
      </form>
      {isAsking && (
        <LeaveQuestion question={questionOf([one])} onLeave={form.onClose} onStay={() => setAsking(false)} />
      )}
    </Dialog>
  );
}

interface ConflictProps<Item> {
  conflict: Exclude<SettingForm<Item>["conflict"], false>;
  renderTheirs: ((theirs: Item) => ReactNode) | undefined;
}

/** Shows what a colleague made of it meanwhile, to read before one decides. */
function Conflict<Item extends { name: string; changedBy?: string | null }>({
  conflict: { title, theirs, take, overwrite },
  renderTheirs,
}: ConflictProps<Item>) {
  if (theirs === undefined) {
    return (
      <Banner kind="warning" title={title}>
        Reading what it is now...
      </Banner>
    );
  }
  const { name, changedBy } = theirs;
  return (
    <Banner
      kind="warning"
      title={title}
      action={
        <span className="flex flex-wrap gap-2">
          <BannerButton onClick={() => take(theirs)}>Take theirs</BannerButton>
          <BannerButton onClick={() => overwrite(theirs)}>Save mine anyway</BannerButton>
        </span>
      }
    >
      <p>
        {changedBy !== undefined && (
          <>
            By <bdi>{changedBy ?? "somebody who left"}</bdi>.{" "}
          </>
        )}
        What you wrote is still here. It is now:
      </p>
      <p className="font-semibold break-anywhere">
        <bdi>{name}</bdi>
      </p>
      {renderTheirs?.(theirs)}
    </Banner>
  );
}
