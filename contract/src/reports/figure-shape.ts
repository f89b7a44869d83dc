/**
 * The shape of what `writeFigureFilter` writes; whether its figure is known is the server's to say. The first load has this file: it
 * imports nothing.
 */
export const figureShape = /^[a-zA-Z]{1,40}(?:~\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z){2}(?:~[^\s~]*)*$/;
