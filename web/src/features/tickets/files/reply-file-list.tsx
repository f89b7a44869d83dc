import { type MouseEvent, useRef } from "react";
import { useOnline } from "../../../lib/use-online.ts";
import { ChipRow } from "../../../ui/form/chip-row.tsx";
import { isRepeatedClick } from "../../../ui/form/is-repeated-click.ts";
import { type ReplyFile, totalText } from "./reply-file.ts";
import { ReplyFileRow } from "./reply-file-row.tsx";

interface ReplyFileListProps {
  files: readonly ReplyFile[];
  /** Why the reply cannot be sent yet, and the id under which the send button names it. */
  obstacle: string | null;
  obstacleId: string;
  /** Nothing can be changed while the reply is being sent. */
  isLocked: boolean;
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  /** The control that had the focus is gone. */
  onEmpty: () => void;
}

/** The files that go with the reply, each with its progress. */
export function ReplyFileList(props: ReplyFileListProps) {
  const { files, obstacle, obstacleId, isLocked, onRemove, onRetry, onEmpty } = props;
  const list = useRef<HTMLUListElement>(null);
  const isOnline = useOnline();

  function remove(event: MouseEvent<HTMLButtonElement>, key: string) {
    if (isRepeatedClick(event)) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
    const at = buttons.indexOf(event.currentTarget);
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next === undefined) onEmpty();
    else next.focus();
    onRemove(key);
  }

  if (files.length === 0) return null;
  return (
    <ChipRow
      ref={list}
      label="Files of the reply"
      head={
        <>
          <p className="text-soft tabular">Attached: {totalText(files)}</p>
          {obstacle !== null && (
            <p id={obstacleId} className="min-w-0 text-amber break-anywhere">
              {obstacle}
            </p>
          )}
        </>
      }
    >
      {files.map((file) => (
        <ReplyFileRow
          key={file.key}
          file={file}
          isOnline={isOnline}
          isLocked={isLocked}
          onRemove={(event) => remove(event, file.key)}
          onRetry={() => onRetry(file.key)}
        />
      ))}
    </ChipRow>
  );
}
