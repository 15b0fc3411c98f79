/** Layout of the settings cards: fields, the line of buttons below them, and rows with a button. */
import type { ReactNode } from 'react';

/** Phones zoom in on a focused field with a font size below 16 px. */
export const FORM =
  'grid gap-4 px-4 pt-1 pb-4 max-desk:[&_.btn]:h-11 max-desk:[&_.input]:h-touch max-desk:[&_.input]:text-[16px]';
export const DIALOG_FORM =
  'grid gap-4 max-desk:[&_.btn]:h-touch max-desk:[&_.input]:h-touch max-desk:[&_.input]:text-[16px]';
export const NOTE = 'min-w-35 flex-1 text-12 text-text-2';
export const FOOT = 'flex flex-wrap items-center justify-end gap-2 max-desk:[&_.btn]:h-11';

/** @param head shown in bold: above the details, or below the name of a value */
export function SettingsRow({
  above,
  head,
  details,
  children,
}: {
  readonly above?: ReactNode;
  readonly head: ReactNode;
  readonly details?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5">
      <div className="grid min-w-0 flex-1 text-12 wrap-anywhere text-text-2">
        {above}
        <b className="flex flex-wrap items-center gap-2 text-13 font-medium text-text">{head}</b>
        {details}
      </div>
      {children}
    </li>
  );
}
