/** What exists so far: the first floor as it is, the way from this browser to the robot, and what can be done meanwhile. */
import { useSelector } from '@xstate/react';
import Bot from 'lucide-react/icons/bot';
import Building2 from 'lucide-react/icons/building-2';
import Cloud from 'lucide-react/icons/cloud';
import Monitor from 'lucide-react/icons/monitor';
import PencilRuler from 'lucide-react/icons/pencil-ruler';
import RadioTower from 'lucide-react/icons/radio-tower';
import Waypoints from 'lucide-react/icons/waypoints';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Checklist } from '../../../../contract/entities/checklist.ts';
import { floorDrawing } from '../../../../contract/pages/floorDrawing.ts';
import { mapEditor } from '../../../../contract/pages/mapEditor.ts';
import { sites } from '../../../../contract/pages/sites.ts';
import { type ChecklistRef, selectChecklist, selectIsLost } from '../../../machines/checklist/checklist.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useAge } from '../../labels/useAge.ts';
import { MapThumb } from '../../plans/MapThumb.tsx';
import { nameOf } from '../../robotRegistration/robotLabels.ts';
import { useLinks } from '../../shell/useLinks.ts';
import { RobotOnPlan } from './RobotOnPlan.tsx';

interface SetUpSoFarProps {
  readonly screen: ChecklistRef;
  readonly checklist: Checklist;
}

export function SetUpSoFar({ screen, checklist }: SetUpSoFarProps) {
  const t = useT();
  const { plan } = useSelector(screen, selectChecklist);
  const { floor } = checklist.steps;
  const { sites: siteCount, floors, bays, robots } = checklist.counts;
  const parts = [
    siteCount > 0 && t('checklist.count.sites', { count: siteCount }),
    floors > 0 && t('checklist.count.floors', { count: floors }),
    bays > 0 && t('checklist.count.bays', { count: bays }),
    robots > 0 && t('shared.robotNumber', { count: robots }),
  ].filter((part) => part !== false);
  return (
    <section className="card card-clip flex min-w-0 flex-col" aria-label={t('checklist.soFar')}>
      <div className="card-head">
        <h2>{t('checklist.soFar')}</h2>
        <span className="top-gap" />
        <span className="card-note">{parts.length === 0 ? t('checklist.count.none') : parts.join(' · ')}</span>
      </div>
      <div className="grid place-items-center bg-map-void p-6">
        {floor ? (
          <div className="relative w-full max-w-[640px]">
            <MapThumb map={plan} full />
            {plan && checklist.robot && <RobotOnPlan map={plan} robot={checklist.robot} />}
          </div>
        ) : (
          <div className="grid h-52 w-full place-content-center rounded border-2 border-dashed border-line-3 text-center">
            <h3 className="text-14 font-semibold text-heading">{t('checklist.floor.here')}</h3>
            <p className="text-13 text-text-2">{t('checklist.floor.hereText')}</p>
          </div>
        )}
      </div>
      <Chain screen={screen} checklist={checklist} />
      <Meanwhile checklist={checklist} />
    </section>
  );
}

/** The four links in their fixed order. Only the one that is waited for moves. */
function Chain({ screen, checklist: { robot, steps } }: SetUpSoFarProps) {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const isBrokerUp = ['ok', 'slow'].includes(useLinks().broker);
  const { answerMs } = useSelector(screen, selectChecklist);
  const isLost = useSelector(screen, selectIsLost);
  const isHeard = steps.firstMessage !== null;
  const lastAt = robot?.lastMessageAt ?? null;
  const name = robot ? nameOf(robot) : t('common.robot');
  const robotText = !robot
    ? t('checklist.chain.noRobot')
    : lastAt === null
      ? t(isHeard ? 'checklist.chain.silent' : 'checklist.chain.noMessage')
      : t('common.ago', { age: age(Math.max(0, now - lastAt)) });
  return (
    <ol className="flex items-start justify-center border-t border-line px-4 pt-5 pb-4 max-desk:px-1">
      <Link4 icon={Monitor} name={t('checklist.chain.browser')} text={t('shared.connectedInText')} isUp />
      <Link4
        icon={Cloud}
        name={t('checklist.chain.server')}
        text={isLost ? t('checklist.chain.noAnswer') : t('checklist.chain.answers', { ms: answerMs })}
        isUp={!isLost}
      />
      <Link4
        icon={RadioTower}
        name={t('checklist.chain.broker')}
        text={t(isBrokerUp ? 'shared.connectedInText' : 'shared.notConnectedInText')}
        isUp={isBrokerUp}
      />
      <Link4 icon={Bot} name={name} text={robotText} isUp={isHeard} isAwaited={robot !== null && !isHeard} />
    </ol>
  );
}

interface Link4Props {
  readonly icon: Glyph;
  readonly name: string;
  readonly text: ReactNode;
  readonly isUp: boolean;
  readonly isAwaited?: boolean;
}

function Link4({ icon, name, text, isUp, isAwaited = false }: Link4Props) {
  return (
    <li className="relative grid w-32 min-w-0 justify-items-center gap-1.5 text-center text-12 text-text-2 not-first:before:absolute not-first:before:top-[21px] not-first:before:right-[calc(50%+28px)] not-first:before:left-[calc(-50%+28px)] not-first:before:border-t-2 not-first:before:border-line-3 not-first:before:content-['']">
      <span
        className={classes(
          'relative grid size-11 place-items-center rounded-full',
          isUp ? 'bg-st-online-soft text-st-online-text' : 'border-2 border-dashed border-mark text-link',
          isAwaited &&
            "after:absolute after:-inset-2 after:rounded-full after:border-2 after:border-mark after:opacity-35 after:content-[''] motion-safe:after:animate-ping",
        )}
      >
        <Icon of={icon} size={20} />
      </span>
      <b className="font-semibold break-words text-text">{name}</b>
      <span>{text}</span>
    </li>
  );
}

function Meanwhile({ checklist: { steps } }: { readonly checklist: Checklist }) {
  const t = useT();
  const { floor } = steps;
  if (!floor) return null;
  const map = new URLSearchParams({ map: floor.mapId }).toString();
  const drawing = new URLSearchParams({ drawing: floor.mapId }).toString();
  const all = [
    floor.source === 'drawn'
      ? {
          icon: PencilRuler,
          href: `${floorDrawing.path}?${drawing}`,
          title: t('checklist.meanwhile.walls'),
          text: t('checklist.meanwhile.wallsText'),
        }
      : null,
    {
      icon: Waypoints,
      href: `${mapEditor.path}?${map}`,
      title: t('checklist.meanwhile.points'),
      text: t('checklist.meanwhile.pointsText'),
    },
    {
      icon: Building2,
      href: sites.path,
      title: t('checklist.meanwhile.lifts'),
      text: t('checklist.meanwhile.liftsText'),
    },
  ].filter((one) => one !== null);
  return (
    <nav
      aria-label={t('checklist.meanwhile.title')}
      className="grid grid-flow-col auto-cols-fr border-t border-line max-desk:grid-flow-row"
    >
      {all.map(({ icon, href, title, text }) => (
        <Link
          key={href}
          href={href}
          className="flex min-w-0 items-start gap-2.5 px-4 py-3 text-text no-underline hover:bg-hover not-first:border-l not-first:border-line"
        >
          <Icon of={icon} size={16} className="mt-0.5 flex-none text-text-2" />
          <span className="min-w-0">
            <b className="block text-13 font-medium">{title}</b>
            <span className="text-12 text-text-2">{text}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
