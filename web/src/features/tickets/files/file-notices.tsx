import { Banner } from "../../../ui/banner.tsx";

interface FileNoticesProps {
  notices: readonly string[];
  onDismiss: () => void;
}

/** What is to be said about files that are not attached, or no longer. */
export function FileNotices({ notices, onDismiss }: FileNoticesProps) {
  if (notices.length === 0) return null;
  return (
    <Banner kind="warning" onDismiss={onDismiss}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Banner>
  );
}
