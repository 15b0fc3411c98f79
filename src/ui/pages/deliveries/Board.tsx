/** The board with its loading, failed, forbidden, empty and stale states. */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { type DeliveriesRef, selectDeliveries } from '../../../machines/deliveries/deliveries.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useAge } from '../../labels/useAge.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { BoardList } from './BoardList.tsx';
import { JamsBeside } from './JamsBeside.tsx';

interface BoardProps {
  readonly screen: DeliveriesRef;
  readonly timeZone: string;
  readonly now: number;
  readonly isStale: boolean;
  /** Why nothing can be done now; undefined if it can. */
  readonly blocked: string | undefined;
  readonly onNew: () => void;
  readonly onRecords: () => void;
}
const SKELETON_ROWS = 6;
const TIME_AT = 11;

export function Board({ screen, timeZone, now, isStale, blocked, onNew, onRecords }: BoardProps) {
  const t = useT();
  const age = useAge();
  const { board, boardFailure, open } = useSelector(screen, selectDeliveries);
  if (!board)
    return (
      <div className="card">
        {boardFailure ? (
          boardFailure.code === ERRORS.notAllowed ? (
            <StatePanel state="forbidden" title={t('common.forbidden.title')} text={t('common.forbidden.text')} />
          ) : (
            <StatePanel state="failed" title={t('deliveries.board.failed')} text={t.failure(boardFailure)}>
              <Button size="s" onClick={() => screen.send({ type: 'board.reload' })}>
                {t('common.retry')}
              </Button>
            </StatePanel>
          )
        ) : (
          <SkeletonBlocks shape="table" count={SKELETON_ROWS} label={t('deliveries.board.loading')} />
        )}
      </div>
    );
  return (
    <>
      {isStale && (
        <Banner
          tone="warn"
          icon={Clock}
          title={t('deliveries.stale.title', { age: age(now - board.time) })}
          text={t('deliveries.stale.text', { time: timeStamp(board.time, timeZone).slice(TIME_AT) })}
        >
          <Button size="s" onClick={() => screen.send({ type: 'board.reload' })}>
            {t('common.retry')}
          </Button>
        </Banner>
      )}
      <JamsBeside screen={screen} timeZone={timeZone} blocked={blocked} />
      {board.rows.length === 0 ? (
        <div className="card">
          <StatePanel state="empty" title={t('deliveries.board.empty')} text={t('deliveries.board.emptyText')}>
            <Button size="s" onClick={onNew}>
              {t('deliveries.new.open')}
            </Button>
            <Button size="s" onClick={onRecords}>
              {t('deliveries.board.records')}
            </Button>
          </StatePanel>
        </div>
      ) : (
        <BoardList
          screen={screen}
          board={board}
          open={open}
          timeZone={timeZone}
          now={now}
          isStale={isStale}
          onRecords={onRecords}
        />
      )}
    </>
  );
}
