import type { ResourceType } from "@deskhand/contract/vocabulary";

/** What each type is called. */
export const typeWords: Record<ResourceType, string> = {
  text: "Text Document",
  pdf: "PDF Document",
  document: "Document (Word/Excel)",
  image: "Image/Infographic",
  video: "Video",
  audio: "Audio",
  manual: "Manual",
  policy: "Policy",
};
