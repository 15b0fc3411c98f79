/**
 * Cruise routes of a robot's site (spec 2): the list, or the editor of the route in the URL, with its route runs beside
 * it.
 */
import '../../styles/cruiseStops.css';
import '../../styles/cruiseRoutes.css';
import { useSelector } from '@xstate/react';
import {
  type RouteEditorRef,
  type CruiseRoutesRef,
  selectDriveRef,
  selectEditorRef,
  selectEstimate,
  selectRoutesQuestion,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { CruiseDriveRef } from '../../../machines/cruiseDrive/cruiseDrive.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Question } from '../../shell/Question.tsx';
import { DriveStart } from '../../routeRuns/DriveStart.tsx';
import { RouteEditor } from './RouteEditor.tsx';
import { RouteList } from './RouteList.tsx';

export function CruiseRoutesPage({ screen }: { readonly screen: CruiseRoutesRef }) {
  const t = useT();
  const editor = useSelector(screen, selectEditorRef);
  const drive = useSelector(screen, selectDriveRef);
  const question = useSelector(screen, selectRoutesQuestion);
  if (!drive) return null;
  return (
    <>
      {editor ? (
        <RouteEditor key={editor.sessionId} screen={screen} editor={editor} drive={drive} />
      ) : (
        <RouteList screen={screen} drive={drive} />
      )}
      {editor ? <StartOfEdited drive={drive} editor={editor} /> : <DriveStart drive={drive} />}
      {question && <Question question={question} cancelLabel={t('cruiseRoutes.cancel')} />}
    </>
  );
}

/** Battery use of a round is only known for the route that is open in the editor. */
const StartOfEdited = ({ drive, editor }: { readonly drive: CruiseDriveRef; readonly editor: RouteEditorRef }) => (
  <DriveStart drive={drive} estimate={useSelector(editor, selectEstimate)} />
);
