/** The six steps as one track: done with its evidence, the open one with its content, the others with what they need. */
import { useSelector } from '@xstate/react';
import Building2 from 'lucide-react/icons/building-2';
import Check from 'lucide-react/icons/check';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import Layers from 'lucide-react/icons/layers';
import Bot from 'lucide-react/icons/bot';
import RadioTower from 'lucide-react/icons/radio-tower';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { type Checklist, CHECKLIST_STEPS, type ChecklistStep } from '../../../../contract/entities/checklist.ts';
import { accounts } from '../../../../contract/pages/accounts.ts';
import { conformance } from '../../../../contract/pages/conformance.ts';
import {
  type ChecklistRef,
  selectIsReachable,
  selectOpenStep,
} from '../../../machines/checklist/checklist.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Button, buttonClass } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ownZone, timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { DriveStep } from './DriveStep.tsx';
import { FirstMessageStep } from './FirstMessageStep.tsx';
import { StepForm } from './StepForm.tsx';
import { useStepTexts } from './useStepTexts.ts';

const ICON: Record<ChecklistStep, Glyph> = {
  site: Building2,
  floor: Layers,
  robot: Bot,
  firstMessage: RadioTower,
  drive: Gamepad2,
  colleague: UserPlus,
};
type Look = 'done' | 'now' | 'next';
const NODE: Record<Look, string> = {
  done: 'bg-st-online text-surface',
  now: 'border-[3px] border-mark bg-surface text-link shadow-ring',
  next: 'border border-dashed border-line-3 bg-surface text-text-2',
};

interface StepListProps {
  readonly screen: ChecklistRef;
  readonly checklist: Checklist;
}

export function StepList({ screen, checklist }: StepListProps) {
  const open = useSelector(screen, selectOpenStep);
  return (
    <ol>
      {CHECKLIST_STEPS.map((step, index) => (
        <Step
          key={step}
          screen={screen}
          checklist={checklist}
          step={step}
          isOpen={step === open}
          isLast={index === CHECKLIST_STEPS.length - 1}
        />
      ))}
    </ol>
  );
}

interface StepProps extends StepListProps {
  readonly step: ChecklistStep;
  readonly isOpen: boolean;
  readonly isLast: boolean;
}

function Step({ screen, checklist, step, isOpen, isLast }: StepProps) {
  const heading = useId();
  const { title, evidence, needs } = useStepTexts(checklist);
  const isReachable = useSelector(screen, selectIsReachable(step));
  const found = checklist.steps[step];
  const look: Look = isOpen ? 'now' : found ? 'done' : 'next';
  const zone = checklist.steps.site?.timeZone ?? ownZone();
  const { robot, steps } = checklist;
  const findingsHref =
    step === 'firstMessage' && robot && (steps.firstMessage?.findings ?? 0) > 0
      ? `${conformance.path}?serialNumber=${encodeURIComponent(robot.serialNumber)}`
      : null;
  return (
    <li
      aria-current={look === 'now' ? 'step' : undefined}
      className={classes(
        'relative grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 py-1.5 pr-4 pl-5',
        look === 'now' ? 'items-start bg-brand-50 py-3' : 'min-h-13 items-center',
      )}
    >
      {!isLast && (
        <span
          aria-hidden="true"
          className={classes(
            'absolute left-[33px] h-full border-l-2',
            look === 'now' ? 'top-10' : 'top-1/2',
            found ? 'border-st-online' : 'border-dashed border-line-3',
          )}
        />
      )}
      <span className={classes('z-1 grid size-7 place-items-center rounded-full', NODE[look])}>
        <Icon of={found ? Check : ICON[step]} size={14} />
      </span>
      <div className="min-w-0">
        <h2 id={heading} className="text-14 font-semibold">
          {title[step]}
        </h2>
        <p className="text-12 text-text-2">
          {findingsHref ? (
            <Link className="text-link" href={findingsHref}>
              {evidence[step]}
            </Link>
          ) : found ? (
            evidence[step]
          ) : (
            needs[step]
          )}
        </p>
      </div>
      {found ? (
        <time className="text-12 text-text-2 tabular-nums" title={timeStamp(found.at, zone)}>
          {timeOfDay(found.at, zone)}
        </time>
      ) : (
        <span>{!isOpen && isReachable && <Opener screen={screen} step={step} label={title[step]} />}</span>
      )}
      {look === 'now' && (
        <div role="group" aria-labelledby={heading} className="col-span-2 col-start-2 mt-2 grid gap-3">
          <Content screen={screen} checklist={checklist} step={step} />
        </div>
      )}
    </li>
  );
}

function Opener({
  screen,
  step,
  label,
}: Omit<StepProps, 'isOpen' | 'isLast' | 'checklist'> & { readonly label: string }) {
  const t = useT();
  return (
    <Button
      size="s"
      aria-label={t('checklist.openOf', { step: label })}
      onClick={() => screen.send({ type: 'step.open', step })}
    >
      {t('common.open')}
    </Button>
  );
}

function Content({ screen, checklist, step }: Omit<StepProps, 'isOpen' | 'isLast'>): ReactNode {
  const t = useT();
  switch (step) {
    case 'site':
    case 'floor':
    case 'robot':
      return <StepForm screen={screen} checklist={checklist} />;
    case 'firstMessage':
      return <FirstMessageStep screen={screen} checklist={checklist} />;
    case 'drive':
      return <DriveStep screen={screen} checklist={checklist} />;
    case 'colleague':
      return (
        <>
          <p className="text-13">{t('checklist.colleague.text')}</p>
          <div>
            <Link href={accounts.path} className={buttonClass('primary')}>
              <Icon of={UserPlus} size={16} />
              {t('checklist.colleague.title')}
            </Link>
          </div>
        </>
      );
  }
}
