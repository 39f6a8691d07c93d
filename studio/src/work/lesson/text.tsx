// The text of a lesson.

import type { ComponentChildren } from 'preact';
import { codeScene } from './lesson.ts';
import { follow, openScene } from './lessons.ts';
import type { Block, Inline } from './markdown.ts';

export function LessonText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <article class="lesson-text">
      {blocks.map((block, i) => (
        // Blocks of a text stay where they are.
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
        <One key={i} block={block} />
      ))}
    </article>
  );
}

function One({ block }: { block: Block }) {
  switch (block.kind) {
    case 'code':
      return <Code block={block} />;
    case 'list': {
      const items = block.items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
        <li key={i}>{inlines(item)}</li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'heading':
      return block.level === 1 ? <h2>{inlines(block.children)}</h2> : <h3>{inlines(block.children)}</h3>;
    case 'quote':
      return <blockquote>{inlines(block.children)}</blockquote>;
    case 'paragraph': {
      const [only] = block.children;
      // A link that stands alone is a scene to open.
      if (block.children.length === 1 && only.kind === 'link' && only.to.startsWith('#'))
        return (
          <p>
            <button type="button" class="main" onClick={() => follow(only.to)}>
              {inlines(only.children)}
            </button>
          </p>
        );
      return <p>{inlines(block.children)}</p>;
    }
  }
}

function Code({ block }: { block: Extract<Block, { kind: 'code' }> }) {
  const scene = codeScene(block);
  return (
    <>
      <pre>{block.text}</pre>
      {scene !== undefined && (
        <p>
          <button type="button" class="main" onClick={() => openScene(scene)}>
            Open this scene
          </button>
        </p>
      )}
    </>
  );
}

function inlines(children: readonly Inline[]): ComponentChildren {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
  return children.map((one, i) => <Words key={i} one={one} />);
}

function Words({ one }: { one: Inline }) {
  switch (one.kind) {
    case 'text':
      return <>{one.text}</>;
    case 'code':
      return <code>{one.text}</code>;
    case 'strong':
      return <strong>{inlines(one.children)}</strong>;
    case 'emphasis':
      return <em>{inlines(one.children)}</em>;
    case 'link':
      return one.to.startsWith('#') ? (
        <button type="button" class="lesson-link" onClick={() => follow(one.to)}>
          {inlines(one.children)}
        </button>
      ) : (
        <a href={one.to} target="_blank" rel="noreferrer">
          {inlines(one.children)}
        </a>
      );
  }
}
