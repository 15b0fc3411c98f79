/**
 * Classes of the frame for a page that has the window to itself. A layer over the frame would be a stacking context, in
 * which Stop could not rise above a dialog.
 */
export const FILLED =
  'in-data-[content=filled]:flex in-data-[content=filled]:flex-col in-data-[content=filled]:pl-0! in-data-[content=filled]:[&>.main]:flex-1 in-data-[content=filled]:[&>.main]:p-2 in-data-[content=filled]:[&>:is(.side,header,.visited,.robots-panel,.bottom-bar)]:hidden in-data-[content=filled]:[&>.main>nav]:hidden';
