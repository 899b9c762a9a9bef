/** The layers that are read together: a user's configuration and permissions with those of one project. */
import type { Layer } from "./layer.js";

/** The configurations among some layers. */
export function configurationsOf(layers: readonly Layer[]): readonly Layer[] {
  return layers.filter(({ isPermissions }) => !isPermissions);
}

/** The files of permissions among some layers. */
export function permissionsOf(layers: readonly Layer[]): readonly Layer[] {
  return layers.filter(({ isPermissions }) => isPermissions);
}

/** The groups of some layers, each with the global layer first. With several global files, every layer stands alone. */
export function grouped(all: readonly Layer[]): readonly (readonly Layer[])[] {
  const [globals, projects] = byScope(configurationsOf(all));
  const groups = pairs(globals, projects);
  const [own, others] = byScope(permissionsOf(all));
  if (own.length + others.length === 0) return groups;
  if (own.length > 1 || globals.length > 1) return [...groups, ...[...own, ...others].map((layer) => [layer])];
  const roots = new Map(projects.map((project) => [directoryOf(project), project]));
  const isAlone = projects.length === 0 && others.length <= 1;
  const beside = (layers: readonly Layer[]): readonly Layer[] => {
    const project = layers.find(({ scope }) => scope === "project");
    const there = others.filter((one) => isAlone || (project && roots.get(directoryOf(one)) === project));
    return [...layers, ...own, ...there];
  };
  const lone = isAlone ? [] : others.filter((one) => !roots.has(directoryOf(one)));
  return [...groups.map(beside), ...lone.map((one) => [...globals, ...own, one])];
}

function pairs(globals: readonly Layer[], projects: readonly Layer[]): readonly (readonly Layer[])[] {
  if (globals.length > 1) return [...globals, ...projects].map((layer) => [layer]);
  return projects.length === 0 ? [globals] : projects.map((project) => [...globals, project]);
}

function byScope(layers: readonly Layer[]): readonly [global: readonly Layer[], project: readonly Layer[]] {
  return [layers.filter(({ scope }) => scope === "global"), layers.filter(({ scope }) => scope === "project")];
}

function directoryOf({ file, document }: Layer): string {
  const name = file ?? document.source.file;
  return name.slice(0, Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}
