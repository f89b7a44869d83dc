import type { ResourceType } from "@deskhand/contract/vocabulary";
import {
  AudioLines,
  BookMarked,
  FileSpreadsheet,
  FileText,
  Image,
  type LucideIcon,
  NotebookText,
  Scale,
  Video,
} from "lucide-react";

/** What each type is called, in a form and on a tile, and its icon. */
export const typeLooks: Record<ResourceType, { label: string; short: string; Icon: LucideIcon }> = {
  text: { label: "Text Document", short: "Text", Icon: NotebookText },
  pdf: { label: "PDF Document", short: "PDF", Icon: FileText },
  document: { label: "Document (Word/Excel)", short: "Document", Icon: FileSpreadsheet },
  image: { label: "Image/Infographic", short: "Image", Icon: Image },
  video: { label: "Video", short: "Video", Icon: Video },
  audio: { label: "Audio", short: "Audio", Icon: AudioLines },
  manual: { label: "Manual", short: "Manual", Icon: BookMarked },
  policy: { label: "Policy", short: "Policy", Icon: Scale },
};

/** A resource's type as an icon, with its word for those who do not see it. */
export function ResourceIcon({ type }: { type: ResourceType }) {
  const { label, Icon } = typeLooks[type];
  return (
    <span
      title={label}
      className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-panel text-soft"
    >
      <Icon size={17} role="img" aria-label={label} />
    </span>
  );
}
