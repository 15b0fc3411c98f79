/** Pages for visitors who meet a robot, with large text and controls: on their own phone, or on a robot's screen. */
import type { ReactNode } from 'react';
import { useFocusFault } from '../kit/useFocusFault.ts';
import { classes } from '../kit/classes.ts';
import { BareFrame } from '../shell/BareFrame.tsx';

/** The lower half of a phone is within reach of the thumb. */
const BODY =
  'max-[641px]:justify-end max-[641px]:px-4 max-[641px]:pt-4 max-[641px]:pb-[max(32px,env(safe-area-inset-bottom))]';
const PAGE =
  'group/visitor flex w-[min(480px,100%)] flex-col gap-5 text-start text-[16px]/6 text-text [&_.btn-l]:h-auto [&_.btn-l]:min-h-14 [&_.btn-l]:py-2 [&_.btn-l]:text-[17px] [&_.btn-l]:whitespace-normal [&_.field-error]:text-[14px]/5 [&_.field-label]:text-[14px]/5 [&_.input-l]:h-14 [&_.input-l]:text-[20px] [&_.seg-l>*]:min-h-11 [&_.seg-l>*]:text-[16px] [&_.seg]:inset-ring [&_.seg]:inset-ring-line-2';
/** A robot's 10 inch screen is usable without bending down. */
const SIZE = {
  hand: '',
  kiosk:
    'min-[900px]:w-[min(720px,100%)] min-[900px]:gap-7 min-[900px]:text-[20px]/[30px] min-[900px]:[&_.btn-l]:min-h-18 min-[900px]:[&_.btn-l]:text-[22px] min-[900px]:[&_.field-error]:text-[18px]/[26px] min-[900px]:[&_.field-label]:text-[18px]/[26px] min-[900px]:[&_.input-l]:h-18 min-[900px]:[&_.input-l]:text-[26px]',
};

export function VisitorPage({ on, children }: { readonly on: keyof typeof SIZE; readonly children: ReactNode }) {
  return (
    <BareFrame bodyClass={BODY}>
      <div className={classes(PAGE, SIZE[on])} data-on={on}>
        {children}
      </div>
    </BareFrame>
  );
}

export function VisitorTitle({ children }: { readonly children: string }) {
  return (
    <h1 className="text-28/9 font-[600] text-heading min-[900px]:group-data-[on=kiosk]/visitor:text-[40px]/12">
      {children}
    </h1>
  );
}

export function VisitorForm({
  onSubmit,
  remembers,
  children,
}: {
  readonly onSubmit: () => void;
  /** False on a shared screen, where the browser must not remember what was entered. */
  readonly remembers: boolean;
  readonly children: ReactNode;
}) {
  const form = useFocusFault(onSubmit);
  return (
    <form
      className="grid gap-5 min-[900px]:group-data-[on=kiosk]/visitor:gap-7"
      noValidate
      autoComplete={remembers ? undefined : 'off'}
      {...form}
    >
      {children}
    </form>
  );
}
