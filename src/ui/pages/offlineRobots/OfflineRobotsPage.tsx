/** Wall board of offline robots: readable from across a room, without a keyboard. Outdated data is always marked. */
import '../../styles/offlineRobots.css';
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
import { Icon } from '../../kit/Icon.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { PRODUCT } from '../../shell/product.ts';
import { LanguageSwitch, ThemeSwitch } from '../../shell/Switches.tsx';
import { useAge } from '../../labels/useAge.ts';
import { OfflineRow } from './OfflineRow.tsx';

export function OfflineRobotsPage({ screen }: { readonly screen: OfflineRobotsRef }) {
  const t = useT();
  const board = useSelector(screen, selectBoard);
  const refused = useSelector(screen, selectIsRefused);
  return (
    <div className="wall">
      <header className="wall-head">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
        <h1>{t('offlineRobots.title')}</h1>
        <span className="top-gap" />
        {board && <Asked at={board.at} />}
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className="wall-body">
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
  return <span className="wall-asked">{t('offlineRobots.asked', { age: age(now - at) })}</span>;
}

function First({ screen }: { readonly screen: OfflineRobotsRef }) {
  const t = useT();
  const trouble = useSelector(screen, selectTrouble);
  if (!trouble) return <Notice icon={LoaderCircle} spin title={t('offlineRobots.loading')} />;
  return (
    <Notice
      icon={Unplug}
      title={t('offlineRobots.away')}
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
      <div className="wall-counts" role="status" data-old={old}>
        <p className="wall-count" data-tone={offline > 0 ? 'offline' : 'rest'}>
          <b>{offline}</b>
          <span>{t('offlineRobots.offline')}</span>
        </p>
        <p className="wall-count">
          <b>{online}</b>
          <span>{t('offlineRobots.online', { total })}</span>
        </p>
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
          className="wall-rows"
          data-many={robots.length > FEW}
          data-old={old}
          tabIndex={0}
          aria-label={t('offlineRobots.title')}
        >
          {robots.map((robot) => (
            <OfflineRow key={robot.serialNumber} robot={robot} />
          ))}
          {more > 0 && <li className="wall-more">{t('offlineRobots.more', { count: more })}</li>}
        </ul>
      )}
    </>
  );
}
/** Longer lists are shown in columns. */
const FEW = 5;

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
    <div className="wall-old" role="alert">
      <Icon of={Unplug} size={OLD_PX} />
      <p>
        <b>{t('offlineRobots.away')}</b> <span>{t('offlineRobots.old', { age: age(now - at) })}</span>
        {trouble && <small>{t.failure(trouble)}</small>}
      </p>
    </div>
  );
}
const OLD_PX = 32;
const NOTICE_PX = 88;

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
    <div className="wall-notice" data-tone={tone} role={alert ? 'alert' : 'status'}>
      <Icon of={icon} size={NOTICE_PX} className={spin ? 'spin' : undefined} />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}
