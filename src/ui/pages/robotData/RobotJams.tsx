/** The robot's compartments that are jammed, and the act that says that one works again. */
import { useSelector } from '@xstate/react';
import { ERRORS, type ErrorName } from '../../../../contract/wire/errors.ts';
import {
  selectClearing,
  selectFailed,
  selectJamFailure,
  selectJams,
} from '../../../machines/robotData/compartmentJams.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

export function RobotJams({ jams: actor, stamp }: RobotPageProps) {
  const t = useT();
  const jams = useSelector(actor, selectJams);
  const failure = useSelector(actor, selectJamFailure);
  const failed = useSelector(actor, selectFailed);
  const clearing = useSelector(actor, selectClearing);
  return jams.map(({ compartment, at, obstacle, isParcelInside = false }) => (
    <Banner
      key={compartment}
      tone="warn"
      title={t('robotData.jam.title', { compartment })}
      text={failure && failed === compartment ? t.failure(failure) : t('robotData.jam.text', { time: stamp(at) })}
    >
      <Button
        size="s"
        busy={clearing === compartment}
        disabledReason={
          obstacle === null
            ? undefined
            : t.failure({ code: ERRORS[obstacle as ErrorName] ?? ERRORS.notAllowed, said: '' })
        }
        onClick={() => actor.send({ type: 'jam.clear', compartment })}
      >
        {t(isParcelInside ? 'robotData.jam.clearBoth' : 'robotData.jam.clear')}
      </Button>
    </Banner>
  ));
}
