/** Country code and phone number beside each other. */
import type { ReactNode } from 'react';
import { classes } from '../kit/classes.ts';

const COLUMNS = {
  form: 'grid-cols-[148px_minmax(0,1fr)]',
  hand: 'grid-cols-[128px_minmax(0,1fr)] [&_select]:text-[16px]',
  kiosk:
    'grid-cols-[128px_minmax(0,1fr)] max-[900px]:[&_select]:text-[16px] min-[900px]:grid-cols-[240px_minmax(0,1fr)]',
};

/** @param on a form of the console, or a visitor's page in the hand or on a robot's screen */
export function PhoneRow({
  on = 'form',
  children,
}: {
  readonly on?: keyof typeof COLUMNS;
  readonly children: ReactNode;
}) {
  return <div className={classes('grid items-start gap-2 [&_select]:text-ellipsis', COLUMNS[on])}>{children}</div>;
}
