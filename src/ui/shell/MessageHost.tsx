/** The console's toast (spec 8): one at a time, top right, above everything but dialogs. */
import { useSelector } from '@xstate/react';
import { MESSAGE_DURATION_MS } from '../../../contract/rules/limits.ts';
import type { NoticeTone } from '../../machines/app/events.ts';
import { selectIsNoticeHeld, selectNotice, selectNoticeNumber } from '../../machines/notices/notices.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { MessageBox, type MessageTone } from '../kit/MessageBox.tsx';

const TONE: Record<NoticeTone, MessageTone> = { error: 'bad', warning: 'attn', info: 'plain', success: 'good' };

export function MessageHost() {
  const t = useT();
  const { notices } = useApp();
  const notice = useSelector(notices, selectNotice);
  const number = useSelector(notices, selectNoticeNumber);
  const held = useSelector(notices, selectIsNoticeHeld);
  return (
    <div className="message-place">
      {notice && (
        <MessageBox
          key={number}
          id={String(number)}
          tone={TONE[notice.tone]}
          title={notice.failure ? t.failure(notice.failure) : t.found(notice.key ?? '', notice.params)}
          closeLabel={t('common.closeMessage')}
          durationMs={MESSAGE_DURATION_MS}
          held={held}
          onClose={() => notices.send({ type: 'notice.close' })}
          onHold={() => notices.send({ type: 'notice.hold' })}
          onLetGo={() => notices.send({ type: 'notice.letGo' })}
        >
          {notice.way && (
            <Button size="s" onClick={() => notices.send({ type: 'notice.follow' })}>
              {t.found(notice.way.key, notice.params)}
            </Button>
          )}
        </MessageBox>
      )}
    </div>
  );
}
