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

/** What each type is called, and its icon. */
export const typeLooks: Record<ResourceType, { label: string; Icon: LucideIcon }> = {
  text: { label: "Text Document", Icon: NotebookText },
  pdf: { label: "PDF Document", Icon: FileText },
  document: { label: "Document (Word/Excel)", Icon: FileSpreadsheet },
  image: { label: "Image/Infographic", Icon: Image },
  video: { label: "Video", Icon: Video },
  audio: { label: "Audio", Icon: AudioLines },
  manual: { label: "Manual", Icon: BookMarked },
  policy: { label: "Policy", Icon: Scale },
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
