/** Unbinds the robot after a question, and leads to its members. */
import { useSelector } from '@xstate/react';
import {
  type RobotSettingsRef,
  selectIsActing,
  selectQuestion,
  selectRobotSettings,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ClaimDialog } from '../../robotRegistration/ClaimDialog.tsx';
import { useHasRight } from '../../robots/useHasRight.ts';
import { Question } from '../../shell/Question.tsx';

export function OwnershipCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const { navigation } = useApp();
  const { serialNumber, claim } = useSelector(screen, selectRobotSettings);
  const acting = useSelector(screen, selectIsActing);
  const mayUnbind = useHasRight('own')(serialNumber);
  return (
    <Card title={t('robotSettings.section.ownership')}>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
        <p className="min-w-0 flex-[1_1_280px] text-13 text-text-2">
          {t(mayUnbind ? 'friends.end.unbindText' : 'robotSettings.ownerOnly')}
        </p>
        <Button
          onClick={() =>
            navigation.send({
              type: 'navigation.go',
              to: `/setting/friend-manage?serialNumber=${encodeURIComponent(serialNumber)}`,
            })
          }
        >
          {t('robotSettings.members')}
        </Button>
        {mayUnbind && (
          <Button variant="danger" busy={acting} onClick={() => screen.send({ type: 'robot.unbind' })}>
            {t('friends.act.unbind')}
          </Button>
        )}
      </div>
      <Question question={useSelector(screen, selectQuestion)} />
      {claim && <ClaimDialog claim={claim} onClose={() => screen.send({ type: 'claim.close' })} />}
    </Card>
  );
}
