import { limits } from "@deskhand/contract/limits";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { CharacterCount } from "../../../../ui/character-count.tsx";
import { Kbd } from "../../../../ui/kbd.tsx";
import { AttachFileButton } from "../../files/attach-file-button.tsx";
import type { Composer } from "./use-composer.ts";

interface ComposerBarProps {
  composer: Composer;
  tools: ReactNode;
  countId: string;
  obstacleId: string;
}

/** The tools of the reply, its length, and the button that sends it. */
export function ComposerBar({ composer, tools, countId, obstacleId }: ComposerBarProps) {
  const { draft, isOnline, obstacle } = composer;
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 @max-xl:gap-x-2">
        <div className="-ml-2 mr-auto flex items-center">
          <AttachFileButton disabled={draft.isSending} onFiles={composer.attach} />
          {tools}
        </div>
        {!isOnline && <span className="text-amber text-xs">Offline. Your text is kept.</span>}
        <span id={countId} className="text-right @max-md:w-min">
          <CharacterCount count={draft.text.length} limit={limits.replyLength} />
        </span>
        <span aria-hidden className="hidden items-center gap-1 @min-[54rem]:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
        <Button
          variant="primary"
          className="@max-xl:px-2.5"
          disabled={draft.text.trim() === "" || obstacle !== null}
          aria-describedby={obstacle === null ? undefined : obstacleId}
          busy={draft.isSending}
          busyText="Sending..."
          onClick={() => composer.send(false)}
        >
          Send Reply
        </Button>
      </div>
    </div>
  );
}
