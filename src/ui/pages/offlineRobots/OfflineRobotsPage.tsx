/** Wall board of offline robots: readable from across a room, without a keyboard. Outdated data is always marked. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check-big';
import KeyRound from 'lucide-react/icons/key-round';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Unplug from 'lucide-react/icons/unplug';
import type { ReactNode } from 'react';
import type { OfflineBoard } from '../../../../contract/entities/offlineBoard.ts';
import { BOARD_STALE_MS } from '../../../../contract/rules/limits.ts';
import {
  type OfflineRobotsRef,
  selectBoard,
  selectIsRefused,
  selectTrouble,
} from '../../../machines/offlineRobots/offlineRobots.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { PRODUCT } from '../../shell/product.ts';
import { LanguageSwitch, ThemeSwitch } from '../../shell/Switches.tsx';
import { useAge } from '../../labels/useAge.ts';
import { OfflineRow, STALE } from './OfflineRow.tsx';

/** Sizes follow the window: on a full-HD screen the names are readable from five metres. */
const WALL =
  'flex h-dvh flex-col bg-paper text-text [--wall-line:clamp(14px,1.6vw,34px)] [--wall-name:clamp(20px,2.3vw,48px)] max-desk:h-auto max-desk:min-h-dvh';
/** On a phone the title and the age of the data are lines of their own, below the logo and the switches. */
const TITLE =
  'border-l border-line-2 pl-4 text-[length:var(--wall-line)]/[1.3] font-[600] text-heading max-desk:order-1 max-desk:flex-[1_0_100%] max-desk:border-0 max-desk:p-0';
const ASKED =
  'text-[length:clamp(13px,1.1vw,22px)]/[1.3] text-text-2 tabular-nums max-desk:order-2 max-desk:flex-[1_0_100%]';
const BODY = 'flex min-h-0 flex-1 flex-col gap-[clamp(12px,1.4vw,28px)] px-6 pt-2 pb-6 max-desk:px-4 max-desk:pt-0';

export function OfflineRobotsPage({ screen }: { readonly screen: OfflineRobotsRef }) {
  const t = useT();
  const board = useSelector(screen, selectBoard);
  const refused = useSelector(screen, selectIsRefused);
  return (
    <div className={WALL}>
      <header className="flex items-center gap-4 px-6 py-3 max-desk:flex-wrap max-desk:gap-2 max-desk:px-4 max-desk:py-2.5">
        <span className="brand px-0">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
        <h1 className={TITLE}>{t('routes.offlineRobots')}</h1>
        <span className="top-gap" />
        {board && <Asked at={board.at} />}
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className={BODY}>
        {refused ? (
          <Notice icon={KeyRound} title={t('offlineRobots.refused')} text={t('offlineRobots.refusedText')} alert />
        ) : board ? (
          <Shown screen={screen} board={board} />
        ) : (
          <First screen={screen} />
        )}
      </main>
    </div>
  );
}

/** Age of the data shown. */
function Asked({ at }: { readonly at: number }) {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  return <span className={ASKED}>{t('offlineRobots.asked', { age: age(now - at) })}</span>;
}

function First({ screen }: { readonly screen: OfflineRobotsRef }) {
  const t = useT();
  const trouble = useSelector(screen, selectTrouble);
  if (!trouble) return <Notice icon={LoaderCircle} spin title={t('offlineRobots.loading')} />;
  return (
    <Notice
      icon={Unplug}
      title={t('shell.lost.cloud')}
      text={`${t.failure(trouble)} ${t('offlineRobots.again')}`}
      alert
    />
  );
}

function Shown({
  screen,
  board: { at, total, online, robots },
}: {
  readonly screen: OfflineRobotsRef;
  readonly board: OfflineBoard;
}) {
  const t = useT();
  const offline = total - online;
  const old = useIsOld(screen, at);
  const more = offline - robots.length;
  return (
    <>
      {old && <Old screen={screen} at={at} />}
      <div className={classes(COUNTS, old && STALE)} role="status">
        <Count of={offline} label={t('offlineRobots.offline')} strong={offline > 0} />
        <Count of={online} label={t('offlineRobots.online', { total })} />
      </div>
      {total === 0 && <Notice icon={Unplug} title={t('offlineRobots.none')} text={t('offlineRobots.noneText')} />}
      {total > 0 && offline === 0 && (
        <Notice
          icon={CircleCheck}
          tone="good"
          title={t(old ? 'offlineRobots.allThen' : 'offlineRobots.all', { count: total })}
          text={old ? undefined : t('offlineRobots.allText')}
        />
      )}
      {robots.length > 0 && (
        // Focusable, so that a list longer than the screen can be scrolled by keyboard.
        <ul
          className={classes(ROWS, robots.length > FEW && MANY_ROWS)}
          tabIndex={0}
          aria-label={t('routes.offlineRobots')}
        >
          {robots.map((robot) => (
            <OfflineRow key={robot.serialNumber} robot={robot} old={old} />
          ))}
          {more > 0 && <li className={MORE}>{t('offlineRobots.more', { count: more })}</li>}
        </ul>
      )}
    </>
  );
}
/** Longer lists are shown in columns. */
const FEW = 5;
const COUNTS = 'flex flex-wrap gap-x-[clamp(24px,4vw,88px)] gap-y-2';
const ROWS =
  'grid min-h-0 flex-[0_1_auto] grid-cols-[minmax(0,1fr)] content-start gap-[clamp(8px,0.7vw,14px)] overflow-auto';
const MANY_ROWS = 'min-[1400px]:grid-cols-2 [--wall-line:clamp(14px,1.25vw,26px)] [--wall-name:clamp(20px,1.9vw,38px)]';
const MORE = 'p-2 text-center text-[length:var(--wall-line)]/[1.3] text-text-2';

function Count({
  of,
  label,
  strong = false,
}: {
  readonly of: number;
  readonly label: string;
  readonly strong?: boolean;
}) {
  return (
    <p className="flex items-baseline gap-[0.35em] text-[length:var(--wall-line)]/[1.2] text-text-2">
      <b
        className={classes(
          'text-[length:clamp(44px,5.4vw,112px)]/[1] font-[600] tabular-nums',
          strong ? 'text-text' : 'text-heading',
        )}
      >
        {of}
      </b>
      <span>{label}</span>
    </p>
  );
}

function useIsOld(screen: OfflineRobotsRef, at: number): boolean {
  const trouble = useSelector(screen, selectTrouble);
  const now = useServerNow();
  return trouble !== null || now - at > BOARD_STALE_MS;
}

function Old({ screen, at }: { readonly screen: OfflineRobotsRef; readonly at: number }) {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const trouble = useSelector(screen, selectTrouble);
  return (
    <div className={OLD} role="alert">
      <Icon of={Unplug} size={OLD_PX} />
      <p>
        <b>{t('shell.lost.cloud')}</b> <span>{t('offlineRobots.old', { age: age(now - at) })}</span>
        {trouble && <small className="block text-[length:clamp(13px,1.1vw,22px)]/[1.4]">{t.failure(trouble)}</small>}
      </p>
    </div>
  );
}
const OLD_PX = 32;
const OLD = 'flex items-center gap-4 rounded bg-text px-5 py-3.5 text-[length:var(--wall-line)]/[1.35] text-surface';
const NOTICE_PX = 88;
const NOTICE = 'grid flex-1 place-content-center justify-items-center gap-4 p-4 text-center text-text-2';

interface NoticeProps {
  readonly icon: Glyph;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'good';
  readonly spin?: boolean;
  readonly alert?: boolean;
}

function Notice({ icon, title, text, tone, spin = false, alert = false }: NoticeProps): ReactNode {
  return (
    <div className={NOTICE} role={alert ? 'alert' : 'status'}>
      <Icon of={icon} size={NOTICE_PX} className={classes(spin && 'spin', tone === 'good' && 'text-st-online')} />
      <h2 className="text-[length:clamp(24px,3vw,60px)]/[1.25] font-[600] text-heading">{title}</h2>
      {text !== undefined && <p className="max-w-[34em] text-[length:var(--wall-line)]/[1.4]">{text}</p>}
    </div>
  );
}
