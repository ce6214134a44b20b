import type { ComponentType } from 'react';
import type { FileQuestion, MonthQuestion, Question, TextareaQuestion } from '#form/question.ts';
import { CheckboxQuestionField } from './checkbox-question-field.tsx';
import { DateQuestionField } from './date-question-field.tsx';
import { MaskedQuestionField } from './masked-question-field.tsx';
import { RadioQuestionField } from './radio-question-field.tsx';
import { SelectQuestionField } from './select-question-field.tsx';
import { SuggestQuestionField } from './suggest-question-field.tsx';
import { TextQuestionField } from './text-question-field.tsx';
import { useHolds } from './use-derived.ts';

/** Fields that only some pages have. A page brings its own, so that a first visit elsewhere does not load them. */
export interface RareQuestionFields {
  readonly FileQuestionField?: ComponentType<{ question: FileQuestion }>;
  readonly MonthQuestionField?: ComponentType<{ question: MonthQuestion }>;
  readonly TextareaQuestionField?: ComponentType<{ question: TextareaQuestion }>;
}

interface QuestionFieldProps {
  readonly question: Question;
  readonly rare?: RareQuestionFields | undefined;
}

/** Renders a question's widget by its kind. Does not compile if a kind has no widget. */
function Widget({ question, rare = {} }: QuestionFieldProps) {
  const { FileQuestionField = missing, MonthQuestionField = missing, TextareaQuestionField = missing } = rare;
  switch (question.kind) {
    case 'text':
      return question.suggest === undefined ? (
        <TextQuestionField question={question} />
      ) : (
        <SuggestQuestionField question={question} suggest={question.suggest} />
      );
    case 'textarea':
      return <TextareaQuestionField question={question} />;
    case 'date':
      return <DateQuestionField question={question} />;
    case 'month':
      return <MonthQuestionField question={question} />;
    case 'phone':
    case 'ssn':
      return <MaskedQuestionField question={question} />;
    case 'select':
      return <SelectQuestionField question={question} />;
    case 'radio':
      return <RadioQuestionField question={question} />;
    case 'checkbox':
      return <CheckboxQuestionField question={question} />;
    case 'file':
      return <FileQuestionField question={question} />;
    case 'stamp':
      // The server fills this in. The views show it, and the form never asks for it.
      return null;
    default:
      return question satisfies never;
  }
}

/** Renders one question as a field while its condition holds. */
export function QuestionField({ question, rare }: QuestionFieldProps) {
  return useHolds(question.when) ? <Widget question={question} rare={rare} /> : null;
}

/** The build renders every page, so a page that lacks a field fails there. */
export function missing(): never {
  throw new Error('The page brings no field for one of its elements.');
}
