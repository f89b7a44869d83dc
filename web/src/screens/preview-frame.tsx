import { emailFrameUrl } from "@deskhand/contract/pages";
import { useEffect, useRef, useState } from "react";
import { cx } from "../ui/cx.ts";

interface PreviewFrameProps {
  html: string;
  /** The frame's name for screen readers. */
  title: string;
  /** Reports whether its pictures could be loaded. */
  onImage?: (isLoaded: boolean) => void;
  /** Used until its height is known. */
  minHeight: number;
  className?: string;
}

/** Shows HTML in a frame without scripts, as high as its content. New HTML does not reload the frame. */
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
    // A sandboxed frame has an opaque origin, which cannot be named.
    if (isReady) frame.current?.contentWindow?.postMessage({ html }, "*");
  }, [isReady, html]);

  return (
    <iframe
      ref={frame}
      src={emailFrameUrl}
      title={title}
      sandbox="allow-scripts"
      height={height}
      // White paper; a letter that supports dark mode brings its own colours.
      className={cx("scheme-light block max-w-full border-0 bg-white", className)}
    />
  );
}
