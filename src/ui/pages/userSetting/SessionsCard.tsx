/** The user's sessions: sign-in method, origin and last use. All except the current one can be ended. */
import { useSelector } from '@xstate/react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { AccountSession } from '../../../../contract/entities/user.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import {
  type OwnSessionsRef,
  selectEndQuestion,
  selectIsEnding,
  selectIsListLoading,
  selectListFailure,
  selectRows,
} from '../../../machines/userSetting/userSetting.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Translate } from '../../hooks/translate.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { Question } from '../../shell/Question.tsx';
import { FOOT, NOTE, SettingsRow } from './settingsLayout.tsx';

const WAYS = {
  password: 'userSetting.sessions.byPassword',
  code: 'userSetting.sessions.byCode',
  qr: 'userSetting.sessions.byQr',
  signUp: 'userSetting.sessions.bySignUp',
  setUp: 'userSetting.sessions.bySetUp',
  app: 'userSetting.sessions.byApp',
} as const satisfies Record<AccountSession['way'], string>;

export function SessionsCard({ list }: { readonly list: OwnSessionsRef }) {
  const t = useT();
  const rows = useSelector(list, selectRows);
  const failure = useSelector(list, selectListFailure);
  const loading = useSelector(list, selectIsListLoading);
  const ending = useSelector(list, selectIsEnding);
  const question = useSelector(list, selectEndQuestion);
  const others = rows.some(({ current }) => !current);
  const refresh = (): void => list.send({ type: 'sessions.refresh' });
  return (
    <Card
      title={t('shared.sessions')}
      acts={<IconButton size="s" icon={RotateCw} label={t('common.refresh')} onClick={refresh} />}
    >
      {failure && (
        <StatePanel state="failed" title={t('userSetting.sessions.failed')} text={t.failure(failure)}>
          <Button size="s" onClick={refresh}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      )}
      {!failure && rows.length === 0 && (
        <SkeletonBlocks shape="rows" count={2} label={t('userSetting.sessions.loading')} />
      )}
      {!failure && rows.length > 0 && (
        <>
          <ul aria-busy={loading || undefined} aria-label={t('shared.sessions')}>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                busy={ending}
                onEnd={(name) => list.send({ type: 'session.end', session: row, name })}
              />
            ))}
          </ul>
          <div className={classes(FOOT, 'border-t border-line px-4 pt-3 pb-4')}>
            <span className={NOTE}>{t('userSetting.sessions.about')}</span>
            <Button
              variant="danger"
              busy={ending}
              disabledReason={others ? undefined : t('userSetting.sessions.noOthers')}
              onClick={() => list.send({ type: 'sessions.endOthers' })}
            >
              {t('userSetting.sessions.endOthers')}
            </Button>
          </div>
        </>
      )}
      <Question question={question} cancelLabel={t('common.cancel')} />
    </Card>
  );
}

/** 'Chrome 140, Windows'; a generic name for a client that identifies neither. */
function deviceName(t: Translate, { browser, system }: AccountSession): string {
  if (browser && system) return t('userSetting.sessions.device', { browser, system });
  return browser || system || t('userSetting.sessions.unknownDevice');
}

function Row({
  row,
  busy,
  onEnd,
}: {
  readonly row: AccountSession;
  readonly busy: boolean;
  readonly onEnd: (name: string) => void;
}) {
  const t = useT();
  const zone = useSelector(useApp().session, selectUser)?.timeZone || ownZone();
  const name = deviceName(t, row);
  return (
    <SettingsRow
      head={
        <>
          {name}
          {row.current && (
            <em className="rounded-full bg-st-online-soft px-2 text-12 text-st-online-text not-italic">
              {t('userSetting.sessions.current')}
            </em>
          )}
        </>
      }
      details={
        <>
          <span>
            {t('userSetting.sessions.from', {
              address: row.address || t('userSetting.sessions.unknownAddress'),
              way: t(WAYS[row.way]),
            })}
          </span>
          <span className="flex flex-wrap gap-x-3 [&>span]:whitespace-nowrap">
            <span>{t('userSetting.sessions.since', { at: timeStamp(row.startedAt, zone) })}</span>
            <span>{t('userSetting.sessions.used', { at: timeStamp(row.lastUsedAt, zone) })}</span>
          </span>
        </>
      }
    >
      {!row.current && (
        <Button
          size="s"
          aria-label={t('userSetting.sessions.endOne', { name })}
          disabledReason={busy ? t('userSetting.saving') : undefined}
          onClick={() => onEnd(name)}
        >
          {t('userSetting.sessions.end')}
        </Button>
      )}
    </SettingsRow>
  );
}
