/** A view to choose: its robots as drawings, their number, one block per robot by status, and how many need attention. */
import type { RobotKind, RobotView } from '../../../../contract/entities/constants.ts';
import { type RobotStatus, STATUS_ORDER } from '../../../../contract/entities/robotConstants.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { isInRobotView } from '../../../machines/fleet/beats.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { viewName } from '../../shell/viewName.ts';

/** Heights of the drawings, px: the first stands nearest. */
const ONE_KIND_PX = [104, 84, 68] as const;
const ALL_KINDS_PX = [96, 92, 84, 88, 80, 74, 70] as const;
const ALL_KINDS: readonly RobotKind[] = [
  'delivery',
  'reception',
  'security',
  'disinfection',
  'delivery',
  'security',
  'reception',
];
const MOST_BLOCKS = 24;
const NEEDS: readonly RobotStatus[] = ['alarm', 'stopped', 'offline'];
const ABOUT = {
  all: 'viewSelection.about.all',
  w: 'viewSelection.about.w',
  xp: 'viewSelection.about.xp',
  s: 'viewSelection.about.s',
  d: 'viewSelection.about.d',
} as const satisfies Record<RobotView, string>;
const BLOCK: Record<RobotStatus, string> = {
  alarm: 'bg-(--c)',
  working: 'bg-(--c)',
  stopped: 'bg-(--c) inset-ring-1 inset-ring-st-stopped-line',
  offline: '[background:var(--hatch-grey),var(--cs)]',
  online: 'bg-(--cs)',
  standby: 'bg-(--cs)',
  charging: 'bg-(--cs)',
};

interface ViewCardProps {
  readonly view: RobotView;
  readonly robots: readonly Robot[];
  readonly digit: number;
  /** It has the focus at first. */
  readonly isMarked: boolean;
  readonly wasLast: boolean;
  readonly onOpen: () => void;
}

export function ViewCard({ view, robots, digit, isMarked, wasLast, onOpen }: ViewCardProps) {
  const t = useT();
  const isAll = view === 'all';
  const own = robots
    .filter((robot) => isInRobotView(robot, view))
    .sort((a, b) => STATUS_ORDER.indexOf(a.live.status) - STATUS_ORDER.indexOf(b.live.status));
  const needing = own.filter(({ live }) => NEEDS.includes(live.status)).length;
  return (
    <button
      type="button"
      className={classes(
        'relative flex overflow-hidden rounded-lg border border-line-2 bg-surface text-left hover:border-n-300 max-desk:min-h-22 max-desk:flex-row',
        isAll ? 'col-span-full flex-row' : 'flex-col',
        isMarked && 'border-mark ring-1 ring-mark',
      )}
      // Enter opens it at once.
      autoFocus={isMarked}
      onClick={onOpen}
    >
      <span
        className={classes(
          'flex flex-none items-end justify-center gap-3 overflow-hidden border-line bg-map-room pb-3 max-desk:w-22 max-desk:items-center max-desk:border-r max-desk:pb-0 max-desk:[&>svg:not(:first-child)]:hidden max-desk:[&>svg]:h-[68px] max-desk:[&>svg]:w-auto',
          isAll ? 'w-1/2 border-r pt-6 max-desk:pt-0' : 'h-34 border-b max-desk:h-auto max-desk:border-b-0',
        )}
      >
        {isAll
          ? ALL_KINDS.filter((kind) => own.some((robot) => robot.kind === kind)).map((kind, index) => (
              <RobotArt key={`${kind} ${index}`} kind={kind} size={ALL_KINDS_PX[index]} />
            ))
          : own
              .slice(0, ONE_KIND_PX.length)
              .map(({ serialNumber, kind, live }, index) => (
                <RobotArt key={serialNumber} kind={kind} size={ONE_KIND_PX[index]} dim={live.status === 'offline'} />
              ))}
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 px-4 py-3">
        <span className="flex items-center gap-2 text-16 font-semibold text-heading">
          <span className="truncate">{t(isAll ? 'viewSelection.allRobots' : viewName(view))}</span>
          {wasLast && (
            <span className="rounded-in bg-brand-100 px-1.5 py-0.5 text-11 font-medium text-selected-text">
              {t('viewSelection.lastTime')}
            </span>
          )}
          <span className="ml-auto text-13 font-normal whitespace-nowrap text-text-2">
            {t('viewSelection.count', { count: own.length })}
          </span>
        </span>
        <span className="text-12 text-text-2 max-desk:truncate">{t(ABOUT[view])}</span>
        <span className="mt-1 flex items-center gap-2 text-12">
          <span className="flex min-w-0 flex-1 flex-wrap gap-[3px]" aria-hidden="true">
            {own.slice(0, MOST_BLOCKS).map(({ serialNumber, live }) => (
              <i
                key={serialNumber}
                className={classes(`is-${live.status}`, 'h-2 w-3.5 rounded-[2px] max-desk:w-2.5', BLOCK[live.status])}
              />
            ))}
          </span>
          {needing > 0 ? (
            <b className="font-semibold whitespace-nowrap text-st-alarm-text">
              {t('viewSelection.need', { count: needing })}
            </b>
          ) : (
            <span className="whitespace-nowrap text-text-2">{t('viewSelection.allOk')}</span>
          )}
        </span>
      </span>
      <kbd className="absolute top-3 right-3 max-desk:hidden" aria-hidden="true">
        {digit}
      </kbd>
    </button>
  );
}
