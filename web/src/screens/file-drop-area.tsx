import { FileUp, FileX, FolderX } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "../ui/cx.ts";
import { showToast } from "../ui/overlay/show-toast.ts";

interface FileDropAreaProps {
  /** Undefined while files cannot be attached. */
  onFiles: ((files: File[]) => void) | undefined;
  /** The words shown while files are dragged over it. */
  invitation: string;
  className?: string;
  children: ReactNode;
}

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes("Files") ?? false;

/** Reads what was dropped: the files, and the names of folders, whose content the browser does not hand over. */
function readDropped({ items, files }: DataTransfer): { dropped: File[]; folders: string[] } {
  const isFolder = [...items]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  const [dropped, folders]: [File[], string[]] = [[], []];
  for (const [at, file] of [...files].entries()) {
    if (isFolder[at]) folders.push(file.name);
    else dropped.push(file);
  }
  return { dropped, folders };
}

function tellOfFolders(names: readonly string[]) {
  if (names.length === 0) return;
  const [are, them] = names.length === 1 ? ["is a folder", "it"] : ["are folders", "them"];
  showToast({
    id: "not-dropped",
    icon: <FolderX size={16} aria-hidden />,
    title: `${names.map((name) => `“${name}”`).join(", ")} ${are}`,
    message: `Open ${them} and drop the files inside.`,
  });
}

/** An area for dropping files; it shows itself while files are dragged over it. */
export function FileDropArea({ onFiles, invitation, className, children }: FileDropAreaProps) {
  const [isOver, setOver] = useState(false);
  // The pointer enters each inner element before it leaves the one before.
  const depth = useRef(0);

  useEffect(() => {
    // The browser would open a file that is dropped beside the area, in place of the desk.
    const refuse = (event: globalThis.DragEvent) => {
      if (!holdsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.type !== "drop") return;
      showToast({
        id: "not-dropped",
        icon: <FileX size={16} aria-hidden />,
        title: "Nothing was attached",
        message: "Files can be dropped where a frame shows while you drag them, and not while something is being sent.",
      });
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);

  /** Whether an event is about files and about this area: React also passes on events from dialogs above it. */
  const isOurs = (event: DragEvent<HTMLElement>) =>
    onFiles !== undefined &&
    holdsFiles(event) &&
    event.target instanceof Element &&
    event.target.closest("dialog") === event.currentTarget.closest("dialog");

  function leave() {
    depth.current = 0;
    setOver(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; a button beside it works for everybody.
    <div
      className={cx("relative flex min-h-0 flex-1 flex-col", className)}
      onDragEnter={(event) => {
        if (!isOurs(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!isOurs(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDragOver={(event) => {
        if (!isOurs(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDrop={(event) => {
        if (!isOurs(event)) return;
        event.preventDefault();
        leave();
        const { dropped, folders } = readDropped(event.dataTransfer);
        tellOfFolders(folders);
        if (dropped.length > 0) onFiles?.(dropped);
      }}
    >
      {children}
      {isOver && (
        <div
          data-drop-area
          className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-panel border-2 border-accent border-dashed bg-canvas/85"
        >
          <p className="flex items-center gap-2.5 font-semibold text-lg">
            <FileUp size={20} aria-hidden className="text-accent" />
            {invitation}
          </p>
        </div>
      )}
    </div>
  );
}
