import { emailFrameUrl } from "@deskhand/contract/pages";
import { useEffect, useRef, useState } from "react";
import { cx } from "../../../ui/cx.ts";

interface PreviewFrameProps {
  html: string;
  /** What is shown, for screen readers. */
  title: string;
  /** Whether the pictures in it could be loaded. */
  onImage?: (isLoaded: boolean) => void;
  /** Until its height is known. */
  minHeight: number;
  className?: string;
}

/** HTML in a frame that runs nothing of it, as high as what it shows. Another HTML is shown without loading the frame anew. */
export function PreviewFrame({ html, title, onImage, minHeight, className }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(minHeight);
  const tellImage = useRef(onImage);
  tellImage.current = onImage;

  useEffect(() => {
    function hear({ source, data }: MessageEvent<unknown>) {
      if (source !== frame.current?.contentWindow || typeof data !== "object" || data === null) return;
      if ("ready" in data) setReady(true);
      if ("height" in data && typeof data.height === "number")
        setHeight(Math.min(Math.max(data.height, minHeight), 6_000));
      if ("image" in data) tellImage.current?.(data.image === "loaded");
    }
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [minHeight]);

  useEffect(() => {
    // A sandboxed frame has an origin of its own, which has no name.
    if (isReady) frame.current?.contentWindow?.postMessage({ html }, "*");
  }, [isReady, html]);

  return (
    <iframe
      ref={frame}
      src={emailFrameUrl}
      title={title}
      sandbox="allow-scripts"
      height={height}
      // White paper; a letter that is dark by night brings its own.
      className={cx("scheme-light block max-w-full border-0 bg-white", className)}
    />
  );
}
