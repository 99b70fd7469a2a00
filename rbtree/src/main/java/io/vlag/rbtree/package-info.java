/**
 * A red-black tree over records it does not own, with the subtree minimum of a field kept in every
 * node.
 *
 * <p>Owns: {@link io.vlag.rbtree.RbNodeLayout} (embedded in the caller's records) and {@link
 * io.vlag.rbtree.RbTreeHeader} (one for each tree). Never does: know what a record means, call a
 * comparator, allocate. The shape of the tree is part of the behaviour: users break ties by walking
 * it.
 */
package io.vlag.rbtree;
